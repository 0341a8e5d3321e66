/** What ties an entry to others, a line for each relation: with whom, how, when it holds, and in how many chapters both are named. */
import { useWords } from '#renderer/i18n/index.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { validityWords } from '../facts.ts';
import type { Tie } from './ties.ts';
import { lookAt } from './store.ts';

type TableProps = {
  ties: readonly Tie[];
  /** The other one of the line that is pointed at, here or in the picture. */
  selected: string | null;
  onSelect: (entityId: string | null) => void;
};

function TieRows({ tie, selected, onSelect }: { tie: Tie } & Omit<TableProps, 'ties'>) {
  const { t, language } = useWords();
  const { other, lines, beside } = tie;
  const ofAll = { rowSpan: lines.length };
  return (
    <tbody
      data-chosen={other.entityId === selected || undefined}
      onPointerEnter={() => onSelect(other.entityId)}
      onPointerLeave={() => onSelect(null)}
      onFocus={() => onSelect(other.entityId)}
      onBlur={() => onSelect(null)}
    >
      {lines.map((line, at) => (
        <tr key={line.relationId}>
          {at === 0 && (
            <th scope="rowgroup" {...ofAll}>
              <LinkButton onPress={() => lookAt(other.entityId)}>{other.name}</LinkButton>
            </th>
          )}
          <td>{line.text}</td>
          <td>{validityWords(t, language, line) ?? t('codex:world.always')}</td>
          {at === 0 && (
            <td className="world-beside" {...ofAll}>
              {formatCount(beside, language)}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  );
}

export function RelationTable({ ties, selected, onSelect }: TableProps) {
  const { t } = useWords();
  return (
    <table className="world-ties">
      <thead>
        <tr>
          <th scope="col">{t('codex:world.columns.other')}</th>
          <th scope="col">{t('codex:world.columns.what')}</th>
          <th scope="col">{t('codex:world.columns.when')}</th>
          <th scope="col" className="world-beside">
            {t('codex:world.columns.beside')}
          </th>
        </tr>
      </thead>
      {ties.map((tie) => (
        <TieRows key={tie.other.entityId} {...{ tie, selected, onSelect }} />
      ))}
    </table>
  );
}
