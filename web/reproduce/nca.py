"""Neighbourhood component analysis in two dimensions: nca.py TASK prints one line of JSON.

TASK is a JSON file: {"train", "test": rows, "labels", "test_labels": classes, "seed"}. The rows are those of the project's own folds, already
standardised where they are to be.
"""

import json
import sys

import numpy as np
import sklearn
from sklearn.neighbors import KNeighborsClassifier, NeighborhoodComponentsAnalysis

with open(sys.argv[1]) as file:
    task = json.load(file)
train, test = np.array(task["train"]), np.array(task["test"])
nca = NeighborhoodComponentsAnalysis(n_components=2, random_state=task["seed"])
nca.fit(train, task["labels"])
neighbours = KNeighborsClassifier(n_neighbors=5).fit(nca.transform(train), task["labels"])
print(
    json.dumps(
        {
            "components": nca.components_.tolist(),  # 2 x I
            "train": neighbours.score(nca.transform(train), task["labels"]),
            "test": neighbours.score(nca.transform(test), task["test_labels"]),
            "version": sklearn.__version__,
        }
    )
)
