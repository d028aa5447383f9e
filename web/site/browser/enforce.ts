/** Hides or locks controls of the page as the author of a link chose. */

import { type Audience, allLocked } from '../link/audience.ts';

const fields = 'button, input, select, textarea';
const kept = '[data-control], [data-twin], [data-part], [data-changes]';

/**
 * Hides and locks controls below `root`, and those that do the same elsewhere (`data-twin`), whenever they appear, in one place so that
 * none can be forgotten. Buttons in texts and notices that change a setting (`data-changes`) are locked where the setting is hidden or
 * locked. `reason` is the id of the element that gives the reason.
 */
export function enforce(root: HTMLElement, audience: Audience, reason: string): void {
  const { hidden } = audience;
  const locked = allLocked(audience);
  const fixed = [...hidden, ...locked];
  if (hidden.length + locked.length === 0) return;
  const apply = () => {
    for (const part of root.querySelectorAll<HTMLElement>(kept)) {
      const name = part.dataset.control ?? part.dataset.twin ?? part.dataset.part ?? '';
      if (hidden.includes(name)) part.dataset.kept = 'hidden';
      else if (locked.includes(name) || fixed.includes(part.dataset.changes ?? '')) lock(part, reason);
    }
  };
  apply();
  new MutationObserver(apply).observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

function lock(control: HTMLElement, reason: string): void {
  control.dataset.kept = 'locked';
  const all = control.matches(fields) ? [control] : control.querySelectorAll(fields);
  for (const field of all) {
    // A component that redraws the control enables it, so it is disabled again.
    if (!field.hasAttribute('disabled')) (field as HTMLInputElement).disabled = true;
    const described = field.getAttribute('aria-describedby') ?? '';
    if (document.getElementById(reason) && !described.includes(reason))
      field.setAttribute('aria-describedby', `${described} ${reason}`.trim());
  }
}
