import { Kbd } from '#renderer/ui/index.ts';
import { useShortcut } from './shortcuts.ts';

/** The keys of a command as keycaps, nothing when it has none. */
export function CommandKeys({ id }: { id: string }) {
  const shortcut = useShortcut(id);
  return shortcut === undefined ? null : <Kbd shortcut={shortcut} />;
}
