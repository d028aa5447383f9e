/** Reads and writes the state of the page in its address. */

export interface AddressBar {
  /** Address of the page without its hash. */
  readonly page: string;
  /** Begins with `#`, or is empty. */
  readonly hash: string;
  /** `entry`: adds an entry to the history. */
  write(hash: string, entry: boolean): void;
  reload(): void;
}

export const addressBar: AddressBar = {
  get page() {
    return location.href.replace(/#.*/, '');
  },
  get hash() {
    return location.hash;
  },
  write(hash, entry) {
    const address = hash ? `#${hash}` : location.pathname + location.search;
    try {
      if (entry) history.pushState(null, '', address);
      else history.replaceState(null, '', address);
    } catch {
      // A document without its own address, such as a frame's srcdoc, cannot store it; links still contain everything.
    }
  },
  reload: () => location.reload(),
};
