/** An error as a code with values, which a component puts into words. */
export class Refusal<Reason extends { readonly code: string }> extends Error {
  constructor(readonly reason: Reason) {
    super(reason.code);
    this.name = 'Refusal';
  }
}
