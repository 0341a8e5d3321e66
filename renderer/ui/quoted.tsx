import { asShown } from '#shared/emphases.ts';
import { hasOwnMark } from './own-mark.ts';

type QuotedProps = { children: string; className?: string };

/** Words of the text, without the marks of emphasis, in quotation marks unless they begin with one of their own. */
export function Quoted({ children, className }: QuotedProps) {
  const words = asShown(children);
  return (
    <q className={className} data-own-mark={hasOwnMark(words) || undefined}>
      {words}
    </q>
  );
}
