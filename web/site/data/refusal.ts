/** An error as a code with values; components make the message of it. */
export class Refusal<Reason extends { readonly code: string }> extends Error {
  constructor(readonly reason: Reason) {
    super(reason.code);
    this.name = 'Refusal';
  }
}
