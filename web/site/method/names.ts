/** The symbols of the paper in each drawing, and their names in the code. */

export type Part = 'residual' | 'polar' | 'axes' | 'local';

type Names = readonly (readonly [symbol: string, code: string])[];

export const names: Readonly<Record<Part, Names>> = {
  residual: [
    ['λ', 'lambda'],
    ['C', 'model.projection(0)'],
    ['X̄ = XC', 'model.transform(data)'],
    ['X̄Cᵀ', 'model.inverseTransform(latent)'],
    ['L, R, E', 'loss, reconstruction, objective'],
  ],
  polar: [['C = PQᵀ', 'trip.orthonormalize(Z, rows)']],
  axes: [
    ['g⁽¹⁾, g⁽²⁾', 'explanation.surrogate.g'],
    ['R⁽¹⁾', 'explanation.rotation[0]'],
    ['R⁽¹⁾ᵀu', 'explanation.rotated[0]'],
    ['C⁽¹⁾R⁽¹⁾', 'explanation.axes[0]'],
  ],
  local: [
    ['σ', 'sigma'],
    ['Rᵀĝ', 'explanation.local(n).rotated[0]'],
    ['Cĝ', 'explanation.local(n).original[0]'],
    ['Σπ', 'explanation.local(n).neighbours'],
  ],
};

export const formulas: Readonly<Record<Part, readonly string[]>> = {
  residual: ['E = L + λR', 'R = (1/N) Σ ‖Xₙ − X̄ₙCᵀ‖²'],
  polar: ['Z = PSQᵀ, C = PQᵀ'],
  axes: ['ỹ = ⟨X̄, g⁽¹⁾ ∘ g⁽²⁾⟩ + b', 'u = X̄g⁽²⁾'],
  local: ['πₘ = exp(−‖X̄ₙ − X̄ₘ‖² / σ²)'],
};
