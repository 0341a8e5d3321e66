import { keycaps, type Shortcut } from './keys.ts';

/** A shortcut as keycaps, named as on this machine. */
export function Kbd({ shortcut }: { shortcut: Shortcut }) {
  return (
    <span className="ui-kbd">
      {keycaps(shortcut, navigator.platform).map((cap) => (
        <kbd key={cap}>{cap}</kbd>
      ))}
    </span>
  );
}
