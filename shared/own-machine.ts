const loopback = /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/iu;

/** Whether an address is on this very machine by its looks; no name is asked of the network. */
export const isOwnMachine = (address: string): boolean =>
  URL.canParse(address) && loopback.test(new URL(address).hostname);
