import { ChevronRight, CornerUpLeft } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { ScrollBox } from '#renderer/ui/scroll-box.tsx';
import type { TextPart } from '#renderer/features/compare/index.ts';
import type { ChangedRow, Row, SameRows } from './paragraphs.ts';

function Words({ parts, side }: { parts: readonly TextPart[]; side: 'left' | 'right' }) {
  const Mark = side === 'left' ? 'del' : 'ins';
  return parts.map(({ at, text, own }) =>
    own ? <Mark key={at}>{text}</Mark> : <span key={at}>{text}</span>,
  );
}

function Same({ row, language }: { row: SameRows; language: string }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="history-same">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight size={12} aria-hidden />
        {t('history:fold', { count: row.paragraphs.length })}
      </button>
      {isOpen &&
        row.paragraphs.map(({ left, right }) => (
          <div key={left.number} className="history-pair" lang={language}>
            <p>{left.text}</p>
            <span className="history-number">{right.number}</span>
            <p>{right.text}</p>
          </div>
        ))}
    </div>
  );
}

type ChangedProps = {
  row: ChangedRow;
  language: string;
  isCurrent: boolean;
  /** Both sides are earlier versions. */
  isBoth: boolean;
  onCurrent: () => void;
  /** Null where nothing can be restored. */
  onRestore: (() => void) | null;
};

function RestoreWords({ row: { left, right } }: { row: ChangedRow }) {
  const { t } = useWords();
  if (left === null) return t('history:takeAway');
  return t(right === null ? 'history:putBack' : 'history:restorePassage');
}

function Changed({ row, language, isCurrent, isBoth, onCurrent, onRestore }: ChangedProps) {
  const { t } = useWords();
  const { left, right, leftParts, rightParts } = row;
  const number = (right ?? left)?.number ?? 0;
  const absent = (side: 'left' | 'right') => t(`history:absent.${isBoth ? 'both' : side}`);
  return (
    <section
      className="history-changed"
      data-row={row.key}
      data-current={isCurrent || undefined}
      aria-label={t('history:paragraph', { number })}
      onPointerDown={onCurrent}
      onFocus={onCurrent}
    >
      <div className="history-pair" lang={language}>
        {left === null ? (
          <p className="history-absent">{absent('left')}</p>
        ) : (
          <p>
            <Words parts={leftParts} side="left" />
          </p>
        )}
        <span className="history-number" aria-hidden>
          {number}
        </span>
        {right === null ? (
          <p className="history-absent">{absent('right')}</p>
        ) : (
          <p>
            <Words parts={rightParts} side="right" />
          </p>
        )}
      </div>
      {isCurrent && onRestore !== null && (
        <div className="history-under">
          <Button size="small" onPress={onRestore}>
            <CornerUpLeft size={13} aria-hidden />
            <RestoreWords row={row} />
          </Button>
        </div>
      )}
    </section>
  );
}

type DifferenceProps = {
  label: string;
  rows: readonly Row[];
  /** Of the book. */
  language: string;
  current: string | null;
  isBoth: boolean;
  onCurrent: (key: string) => void;
  onRestore: ((row: ChangedRow) => void) | null;
};

/** Two versions beside each other: what differs in full, what is the same folded. */
export function Difference(props: DifferenceProps) {
  const { label, rows, language, current, isBoth, onCurrent, onRestore } = props;
  return (
    <ScrollBox className="history-rows" label={label}>
      {rows.map((row) =>
        row.kind === 'same' ? (
          <Same key={row.key} row={row} language={language} />
        ) : (
          <Changed
            key={row.key}
            row={row}
            language={language}
            isCurrent={row.key === current}
            isBoth={isBoth}
            onCurrent={() => onCurrent(row.key)}
            onRestore={onRestore === null ? null : () => onRestore(row)}
          />
        ),
      )}
    </ScrollBox>
  );
}
