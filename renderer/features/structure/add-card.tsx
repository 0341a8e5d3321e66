/** The card at the end of a volume that makes a chapter there; its title is written at once (W1). */
import { Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { addChapterAfter } from '#renderer/features/binder/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { neighbourOf } from './rows.ts';
import { editCell, focusCell } from './store.ts';

/** Gives the keys to the card that goes on behind that chapter. @returns whether there is one */
export function focusAddCard(board: Element, documentId: string): boolean {
  const button = board.querySelector<HTMLElement>(`[data-add="${CSS.escape(documentId)}"]`);
  button?.focus();
  return button !== null;
}

const back = new Set(['ArrowLeft', 'ArrowUp']);
const onward = new Set(['ArrowRight', 'ArrowDown']);

type AddCardProps = { documentId: string; documents: readonly DocumentInfo[] };

/** Arrows lead to it and away from it, as to the other cards: Tab does not stop at it. */
export function AddCard({ documentId: before, documents }: AddCardProps) {
  const { t } = useWords();
  const add = () => {
    addChapterAfter(t, before)
      .then((documentId) => documentId !== null && editCell({ documentId, field: 'title' }))
      .catch(reportFailure);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    const isPress = key === 'Enter' || key === ' ';
    if (!isPress && !back.has(key) && !onward.has(key)) return;
    event.stopPropagation();
    if (isPress) return;
    event.preventDefault();
    const to = back.has(key) ? before : neighbourOf(documents, before, 1);
    if (to !== before || back.has(key)) focusCell({ documentId: to, field: 'synopsis' });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the button in it has the focus
    <div role="gridcell" className="structure-add">
      <button type="button" tabIndex={-1} data-add={before} onClick={add} onKeyDown={onKeyDown}>
        <Plus size={14} aria-hidden />
        {t('structure:addChapter')}
      </button>
    </div>
  );
}
