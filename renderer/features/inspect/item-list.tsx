import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { GroupHead, VirtualList } from '#renderer/ui/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import type { Accounting } from './accounting.ts';
import { ItemRow } from './item-row.tsx';
import { type Half, type Line, listLines } from './lines.ts';

const lineHeights = { head: 30, item: 46, fold: 32 } as const;

type HeadProps = { half: Half; count: number; unlisted: number };

function Head({ half, count, unlisted }: HeadProps) {
  const { t } = useWords();
  const dropped =
    unlisted > 0 ? t('inspect:list.unlisted', { count: unlisted }) : t('inspect:list.droppedHint');
  return (
    <h3 className="inspect-head">
      <GroupHead
        title={t(`inspect:list.${half}`, { count })}
        remark={half === 'sent' ? t('inspect:list.sentOrder') : dropped}
      />
    </h3>
  );
}

type FoldProps = {
  line: Extract<Line, { kind: 'fold' }>;
  onToggle: () => void;
  focusProps: RowFocus;
};

function Fold({ line, onToggle, focusProps }: FoldProps) {
  const { t, language } = useWords();
  const Arrow = line.open ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      className="inspect-fold"
      aria-expanded={line.open}
      onClick={onToggle}
      {...focusProps}
    >
      <Arrow size={14} aria-hidden />
      <span>
        {line.open ? t('inspect:list.less') : t('inspect:list.more', { count: line.count })}
      </span>
      {!line.open && <span>{formatCount(line.tokens, language)}</span>}
    </button>
  );
}

/** What goes and what does not, line by line. */
export function ItemList({ accounting }: { accounting: Accounting }) {
  const { t } = useWords();
  const [open, setOpen] = useState<Record<Half, boolean>>({ sent: false, dropped: false });
  const lines = listLines(accounting.sent, accounting.dropped, open);
  const content = (line: Line, focus: RowFocus) => {
    if (line.kind === 'head') {
      return <Head half={line.half} count={line.count} unlisted={accounting.unlisted} />;
    }
    if (line.kind === 'item') {
      return <ItemRow item={line.item} accounting={accounting} focusProps={focus} />;
    }
    return (
      <Fold
        line={line}
        focusProps={focus}
        onToggle={() => setOpen((now) => ({ ...now, [line.half]: !now[line.half] }))}
      />
    );
  };
  return (
    <VirtualList label={t('inspect:views.items')} lines={lines} heights={lineHeights}>
      {content}
    </VirtualList>
  );
}
