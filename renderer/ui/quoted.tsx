import { hasOwnMark } from './own-mark.ts';

type QuotedProps = { children: string; className?: string };

/** Words of somebody else, in quotation marks unless they begin with one of their own. */
export function Quoted({ children, className }: QuotedProps) {
  return (
    <q className={className} data-own-mark={hasOwnMark(children) || undefined}>
      {children}
    </q>
  );
}
