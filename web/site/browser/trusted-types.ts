/** Trusted types: under the policy of the hosted page, texts become markup and addresses become scripts only where a policy allows it. */

interface Rules {
  readonly createHTML?: (text: string) => string;
  /** Null refuses the address. */
  readonly createScriptURL?: (address: string) => string | null;
}

interface Policy {
  createHTML(text: string): string;
}

/** Browsers without trusted types take the texts as they are. The names of all policies are in `hosted-head.ts`. */
function policyOf(name: string, rules: Rules): Policy {
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Rules): Policy } };
  return trustedTypes?.createPolicy(name, rules) ?? { createHTML: (text) => text };
}

/** Lets the page start workers from its own files, and nothing else from an address. */
export function allowOwnWorkers(): void {
  const isOwn = (address: string) => new URL(address, location.href).origin === location.origin;
  policyOf('default', { createScriptURL: (address) => (isOwn(address) ? address : null) });
}

/** The policy for a file of the page that has markup. */
export const ownMarkup = (name: string): Policy => policyOf(name, { createHTML: (text) => text });
