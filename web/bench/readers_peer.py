# Prints how pandas reads the files of the command line, and scikit-learn's planes of the samples on standard input.
import json
import sys

import numpy as np
import pandas as pd
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis


def read(path):
    try:
        table = pd.read_csv(path, sep=None, engine="python")
    except Exception as error:
        return {"error": str(error).splitlines()[0]}
    columns = {}
    for name, column in table.items():
        number = pd.api.types.is_numeric_dtype(column)
        columns[str(name)] = {
            "type": "number" if number else "text",
            "mean": float(column.mean()) if number and column.notna().any() else None,
            "missing": int(column.isna().sum()),
        }
    return {"rows": len(table), "columns": columns}


def planes(x, y):
    x = np.array(x, dtype=float)
    scale = x.std(axis=0)
    z = (x - x.mean(axis=0)) / np.where(scale > 0, scale, 1)
    rank = min(2, z.shape[1])
    found = {"pca": PCA(rank).fit(z).components_.T.tolist()}
    if y is not None and len(set(y)) > 1:
        lda = LinearDiscriminantAnalysis(solver="svd").fit(z, y)
        scalings = lda.scalings_[:, : min(rank, len(set(y)) - 1)]
        found["lda"] = np.linalg.qr(scalings)[0].tolist()
    return found


request = json.load(sys.stdin)
tables = {path: read(path) for path in sys.argv[1:]}
print(json.dumps({"tables": tables, "planes": {path: planes(**samples) for path, samples in request.items()}}))
