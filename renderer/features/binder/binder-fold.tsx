import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { toggleFolded, useBinder } from './actions.ts';

type BinderFoldProps = { id: string; title: string; children: ReactNode };

/** A folder or section that folds away. */
export function BinderFold({ id, title, children }: BinderFoldProps) {
  const folded = useBinder((binder) => binder.folded.has(id));
  const Chevron = folded ? ChevronRight : ChevronDown;
  return (
    <section className="binder-section">
      <h2>
        <Button
          className="ui-row binder-fold"
          aria-expanded={!folded}
          onPress={() => toggleFolded(id)}
        >
          <Chevron size={13} aria-hidden />
          <span className="ui-row-title">{title}</span>
        </Button>
      </h2>
      {!folded && children}
    </section>
  );
}
