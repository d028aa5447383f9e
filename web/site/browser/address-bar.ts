/** The address of the page, as far as its state is in it. */

export interface AddressBar {
  /** Of the page itself, without what the address says of its state. */
  readonly page: string;
  /** Begins with `#`, or is empty. */
  readonly hash: string;
  /** `entry`: as a new entry of the history. */
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
      // A document without an address of its own, as a frame's srcdoc: links still hold everything.
    }
  },
  reload: () => location.reload(),
};
