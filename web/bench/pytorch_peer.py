"""The same model in PyTorch, on one thread: pytorch_peer.py TASK prints one line of JSON.

TASK is a JSON file: {"kind": "check" | "time", ...}; arrays in it are {"file", "type", "shape"} or nested lists. Written as one would
for speed: autograd, torch.optim.Adam, batches by index, squared norms of the samples known before the training.
"""

import json
import sys
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def uniform(bound, *shape):
    return nn.Parameter(torch.empty(shape).uniform_(-bound, bound))


class Trip(nn.Module):
    """Projections through latent matrices Z, a low-rank first layer, ReLU layers."""

    def __init__(self, dims, ranks, hidden, outputs):
        super().__init__()
        latent, modes = int(np.prod(ranks)), len(dims)
        widths = [*hidden, outputs]
        self.z = nn.ParameterList(nn.Parameter(torch.randn(i, j)) for i, j in zip(dims, ranks))
        bound = 3 ** ((modes - 1) / (2 * modes)) * latent ** (-1 / (2 * modes))
        self.g = nn.ParameterList(uniform(bound, j, widths[0]) for j in ranks)
        self.b = uniform(latent**-0.5, widths[0])
        self.layers = nn.ModuleList(nn.Linear(a, b) for a, b in zip(widths, widths[1:]))

    def projections(self):
        """C = P Q^T of Z = P S Q^T."""
        for z in self.z:
            p, _, qt = torch.linalg.svd(z, full_matrices=False)
            yield p @ qt

    def predict(self, latent):
        """latent: B x prod J"""
        weight = self.g[0]
        for g in self.g[1:]:
            weight = (weight.unsqueeze(1) * g).flatten(0, 1)
        out = torch.addmm(self.b, latent, weight)
        for layer in self.layers:
            out = layer(F.relu(out))
        return out

    def load(self, arrays):
        """Z or C, G, b, then W and b of each further layer."""
        parameters = [*self.z, *self.g, self.b, *(p for layer in self.layers for p in (layer.weight, layer.bias))]
        with torch.no_grad():
            for parameter, array in zip(parameters, arrays, strict=True):
                parameter.copy_(torch.as_tensor(array))
        return parameters


class Vectors:
    """x: N x I"""

    def __init__(self, x, norms=None):
        self.x = x
        self.norms = x.square().sum(1) if norms is None else norms

    def rows(self, rows):
        return Vectors(self.x[rows], self.norms[rows])

    def project(self, c):
        (c,) = c
        return self.x @ c


class Segments:
    """Sparse samples: the entries of sample n are at offsets[n] to offsets[n + 1] of value and of each mode's index."""

    def __init__(self, index, value, offsets):
        self.index, self.value, self.offsets = index, value, offsets
        samples = torch.arange(len(offsets) - 1).repeat_interleave(offsets.diff())
        self.norms = torch.zeros(len(offsets) - 1, dtype=value.dtype).index_add(0, samples, value.square())

    def rows(self, rows):
        counts = self.offsets.diff()[rows]
        offsets = F.pad(counts.cumsum(0), (1, 0))
        at = (self.offsets[rows] - offsets[:-1]).repeat_interleave(counts) + torch.arange(offsets[-1])
        batch = Segments.__new__(Segments)
        batch.index, batch.value, batch.offsets = [i[at] for i in self.index], self.value[at], offsets
        batch.norms = self.norms[rows]
        return batch

    def project(self, c):
        """Factors gathered at the indices, multiplied, summed over the entries of each sample."""
        product = self.value.unsqueeze(-1)
        for i, factor in zip(self.index, c):
            product = (product.unsqueeze(-1) * factor[i].unsqueeze(-2)).flatten(-2)
        count = len(self.offsets) - 1
        samples = torch.arange(count).repeat_interleave(self.offsets.diff())
        return product.new_zeros(count, product.shape[1]).index_add(0, samples, product)


class Padded:
    """Sparse samples with the same number of entries: index K times N x E, value N x E. Faster than segments."""

    def __init__(self, index, value, norms=None):
        self.index, self.value = index, value
        self.norms = value.square().sum(1) if norms is None else norms

    def rows(self, rows):
        return Padded([i[rows] for i in self.index], self.value[rows], self.norms[rows])

    def project(self, c):
        modes = "ijklmnop"[: len(self.index)]
        terms = ",".join(["be", *(f"be{mode}" for mode in modes)])
        factors = [factor[i] for i, factor in zip(self.index, c)]
        return torch.einsum(f"{terms}->b{modes}", self.value, *factors).flatten(1)


def sparse(form, index, value):
    """index: N x E x K, value: N x E"""
    if form == "padded":
        return Padded([i.contiguous() for i in index.unbind(-1)], value)
    offsets = torch.arange(len(value) + 1) * value.shape[1]
    return Segments([i.flatten() for i in index.unbind(-1)], value.flatten(), offsets)


def objective(model, data, y, weight):
    """Mean loss, mean squared residual, and loss + weight * residual: with orthonormal C the residual is ||X||^2 - ||Xbar||^2."""
    latent = data.project(model.projections())
    out = model.predict(latent)
    loss = F.mse_loss(out.squeeze(1), y) if y.is_floating_point() else F.cross_entropy(out, y)
    residual = (data.norms - latent.square().sum(1)).mean()
    return loss, residual, loss + weight * residual


def read(array):
    return np.fromfile(array["file"], array["type"]).reshape(array["shape"])


def read_data(task):
    x, y = read(task["x"]), torch.from_numpy(read(task["y"])).long()
    if "index" not in task:
        return Vectors(torch.from_numpy(x)), y
    index = torch.from_numpy(read(task["index"])).long()
    return sparse(task["form"], index, torch.from_numpy(x)), y


def measure(task):
    """Milliseconds of the epochs of each round: the smaller of clock time and processor time."""
    torch.manual_seed(1)
    data, y = read_data(task)
    model = Trip(task["dims"], task["ranks"], task["hidden"], int(y.max()) + 1)
    optimizer = torch.optim.Adam(model.parameters(), lr=task["learningRate"])

    def train(epochs):
        for _ in range(epochs):
            for rows in torch.randperm(len(y)).split(task["batchSize"]):
                optimizer.zero_grad(set_to_none=True)
                objective(model, data.rows(rows), y[rows], task["lambda"])[2].backward()
                optimizer.step()

    train(task["warmUpEpochs"])
    times = []
    for _ in range(task["rounds"]):
        clock, processor = time.perf_counter(), time.process_time()
        train(task["epochs"])
        times.append(1000 * min(time.perf_counter() - clock, time.process_time() - processor))
    return {"rounds": times}


def values(array):
    return np.array(array["data"], dtype=np.float64).reshape(array["shape"])


def golden_arrays(parameters):
    layers = zip(parameters["W"], parameters["b"])
    return [
        *map(values, parameters["Z"]),
        *map(values, parameters["G"]),
        values(parameters["b1"]),
        *(values(array) for layer in layers for array in layer),
    ]


def golden_case(case, parameters, form):
    """Model, data and response of a reference case, in double precision. Matrices and cubes have all their elements as entries."""
    hidden = [case["width"]] * case["hidden_layers"]
    model = Trip(case["dims"], case["J"], hidden, case["n_out"]).double()
    ordered = model.load(golden_arrays(parameters))
    x, y = torch.from_numpy(values(case["X"])), torch.from_numpy(values(case["y"]))
    y = y.long() if case["task"] == "classification" else y
    if len(case["dims"]) == 1:
        return model, ordered, Vectors(x), y
    grid = torch.cartesian_prod(*(torch.arange(size) for size in case["dims"]))
    return model, ordered, sparse(form, grid.expand(len(x), -1, -1), x.flatten(1)), y


def difference(seen, expected):
    """Largest difference relative to the largest magnitude."""
    seen, expected = np.asarray(seen, dtype=np.float64), np.asarray(expected, dtype=np.float64)
    return np.abs(seen - expected).max() / max(1e-3, np.abs(expected).max())


def largest(differences):
    """Largest value, or NaN if one of them is NaN, unlike max."""
    return float(np.max(list(differences)))


def check_gradients(case, form):
    model, ordered, data, y = golden_case(case, case["params"], form)
    loss, residual, total = objective(model, data, y, case["lambda"])
    total.backward()
    seen = [loss.item(), residual.item(), total.item()]
    expected = golden_arrays(case["grad"])
    return {
        "losses": difference(seen, [case["loss"], case["recon"], case["E"]]),
        "gradients": largest(difference(p.grad, e) for p, e in zip(ordered, expected, strict=True)),
    }


def check_adam(case, form):
    """Largest difference of E after 1, 10 and 100 steps."""
    model, _, data, y = golden_case(case, case["initial"], form)
    optimizer = torch.optim.Adam(model.parameters(), lr=case["lr"])
    differences = []
    for step in range(101):
        total = objective(model, data, y, case["lambda"])[2]
        if str(step) in case["E"]:
            differences.append(difference([total.item()], [case["E"][str(step)]]))
        optimizer.zero_grad(set_to_none=True)
        total.backward()
        optimizer.step()
    return largest(differences)


def check_start(task):
    """Losses with given C, and with given Z the gradients of a first batch."""
    data, y = read_data(task)
    model = Trip(task["dims"], task["ranks"], task["hidden"], int(y.max()) + 1)
    model.load(task["start"])
    with torch.no_grad():
        losses = [value.item() for value in objective(model, data, y, task["lambda"])]
    ordered = model.load([task["z"], *task["start"][1:]])
    rows = torch.arange(task["batchSize"])
    objective(model, data.rows(rows), y[rows], task["lambda"])[2].backward()
    return {"startLosses": losses, "startGradients": [p.grad.flatten().tolist() for p in ordered]}


def check(task):
    forms = ["segments", "padded"]
    gradients = [check_gradients(case, form) for case in json.load(open(task["gradients"]))["cases"] for form in forms]
    return {
        "losses": largest(found["losses"] for found in gradients),
        "gradients": largest(found["gradients"] for found in gradients),
        "adam": largest(check_adam(case, form) for case in json.load(open(task["adam"]))["cases"] for form in forms),
        **check_start(task),
    }


def blas():
    """Name of the folder of the linear algebra library in use: Debian has several."""
    libraries = {line.split()[-1] for line in open("/proc/self/maps") if "libblas" in line or "openblas" in line}
    return "OpenBLAS" if any("openblas" in library for library in libraries) else "reference BLAS"


if __name__ == "__main__":
    torch.set_num_threads(1)
    with open(sys.argv[1]) as file:
        given = json.load(file)
    result = {"check": check, "time": measure}[given["kind"]](given)
    print(json.dumps({"version": f"PyTorch {torch.__version__}, {blas()}", **result}))
