/** Entries for bibliographies: the paper of the method, and this software. CITATION.cff has the same. */

import { version } from 'trip-wasm';

export const paperEntry = `@article{maruhashi2020trip,
  title = {Linear Tensor Projection Revealing Nonlinearity},
  author = {Maruhashi, Koji and Park, Heewon and Yamaguchi, Rui and Miyano, Satoru},
  journal = {arXiv preprint arXiv:2007.03912},
  year = {2020}
}`;

export const softwareEntry = `@software{trip_wasm,
  title = {trip-wasm: linear projections learned together with a small neural network, in WebAssembly},
  author = {{The authors of trip-wasm}},
  version = {${version}},
  license = {MIT}
}`;
