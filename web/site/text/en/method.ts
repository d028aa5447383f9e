/** Strings of the method, drawn. */

import { live } from '../language.svelte.ts';

export const method = live('method', {
  title: 'The method, drawn',
  lead: 'Four parts of TRIP in small examples that you can move: by mouse, by touch, or with the arrow keys. Every number is computed by the package that trains above.',
  names: 'Symbols of the paper, and their names in the code',
  symbol: 'Symbol',
  code: 'Name in the code',
  handle: 'handle, moved by the arrow keys',
  training: 'Training the example …',
  failed: (message: string) => `The example could not be trained: ${message}`,
  residual: {
    title: 'Residual and objective',
    text: 'Each sample X is projected to the nearest point of the plane. The rest is its **residual**: the line from the sample to the plane. TRIP minimises the mean loss L of the network plus λ times the mean squared residual R. Drag the arrow, which is perpendicular to the plane. The network, here a straight boundary, is fitted to every plane at once. Then let TRIP turn the plane from where you left it. With λ = 0 only the boundary counts. With λ = 10 the distances count for almost everything, and TRIP comes close to the plane of PCA.',
    space: (samples: number) => `${samples} samples of two classes in three variables, the plane, and the residuals`,
    plane: 'The same samples in the plane, with the boundary of the network',
    inPlane: (share: string) => `Seen in the plane: ${share} right`,
    normal: (loss: string, residual: string, objective: string) =>
      `Arrow perpendicular to the plane: L ${loss}, R ${residual}, E ${objective}`,
    loss: 'L, mean loss',
    residual: 'R, mean squared residual',
    objective: (lambda: string) => `E, objective: L + ${lambda} R`,
    train: 'Let TRIP turn the plane',
    epoch: 'Epoch of this training',
    epochValue: (epoch: number, last: number) => `Epoch ${epoch} of ${last}`,
    lambda: 'λ of this drawing',
  },
  polar: {
    title: 'Orthonormal columns',
    text: 'The columns of C are orthonormal, and a step of the optimiser would change that. TRIP therefore moves a free matrix **Z**, and C is the matrix with orthonormal columns that is nearest to Z: its polar factor. Both span the same plane, which is drawn here. Drag the columns z₁ and z₂. If you make both longer by the same factor, C stays. Gram–Schmidt, which keeps the direction of z₁, is never nearer. If both columns lie on one line, no C is nearest, and a training would stop.',
    picture: 'The columns of Z as arrows that can be dragged, and those of C on the unit circle',
    column: (column: number, x: string, y: string) => `Column ${column} of Z at ${x}, ${y}`,
    distance: 'distance of Z to C',
    schmidt: 'distance to Gram–Schmidt',
    dependent: 'The columns of Z lie on one line: no matrix with orthonormal columns is nearest.',
  },
  axes: {
    title: 'Rotated axes',
    text: 'C can turn within its plane without any effect on E, so single columns of C mean nothing. TRIP chooses axes by the data. It fits a linear **surrogate** of rank one to the prediction of the network, by least squares. For matrices, its factor g⁽²⁾ makes a point u of each sample, and the **rotated axes** are the principal axes of these points. For vectors, u is X̄ itself. Turn g⁽²⁾ away from the least squares: the error of the surrogate grows, and the axes turn with the points.',
    points: (samples: number) =>
      `${samples} matrices as points u in the plane of the first mode, coloured by the prediction, with the rotated axes`,
    dial: 'The factor g⁽²⁾ of the surrogate as an arrow that can be turned',
    arrow: (angle: string, error: string) => `g⁽²⁾ at ${angle} degrees, error ${error}`,
    error: 'mean squared error of the surrogate',
    first: 'correlation of axis 1 with the prediction',
    second: 'correlation of axis 2',
    least: 'Back to the least squares',
    colours: (low: string, high: string) => `The colour is the prediction, from ${low} to ${high}.`,
  },
  local: {
    title: 'Local coefficients',
    text: 'The prediction of a network is curved, so that its direction differs from place to place. Around one sample, TRIP fits a linear surrogate with weights π that decrease with the distance. The slope of this fit is the **arrow**; C translates it into the variables, which is what the bars show. The irises here are explained by the probability of virginica. Drag the sample: at the boundary the arrow is long, and far from it the probability is flat.',
    picture: (samples: number) =>
      `${samples} irises on the rotated axes with lines of equal probability; the size of a mark is its weight`,
    sample: (number: number, name: string, length: string) =>
      `Sample ${number}, ${name}: length of the arrow ${length}`,
    sigma: 'σ of this drawing',
    neighbours: 'effective number of neighbours',
    length: 'length of the arrow',
    bars: 'Coefficients of the variables around this sample',
    contours: (levels: string) => `Lines: probability of virginica ${levels}.`,
  },
});
