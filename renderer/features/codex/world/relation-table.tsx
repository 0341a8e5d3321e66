/** What ties an entry to others, one line each: with what, how, since when, and in how many chapters both are named. */
import { useWords } from '#renderer/i18n/index.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import type { Tie } from './ties.ts';
import { lookAt } from './store.ts';

type TableProps = {
  ties: readonly Tie[];
  /** The other one of the line that is pointed at, here or in the picture. */
  selected: string | null;
  onSelect: (entityId: string | null) => void;
};

export function RelationTable({ ties, selected, onSelect }: TableProps) {
  const { t, language } = useWords();
  return (
    <table className="world-ties">
      <thead>
        <tr>
          <th scope="col">{t('codex:world.columns.other')}</th>
          <th scope="col">{t('codex:world.columns.what')}</th>
          <th scope="col">{t('codex:world.columns.from')}</th>
          <th scope="col">{t('codex:world.columns.beside')}</th>
        </tr>
      </thead>
      <tbody>
        {ties.map(({ other, lines, from, beside }) => (
          <tr
            key={other.entityId}
            data-chosen={other.entityId === selected || undefined}
            onPointerEnter={() => onSelect(other.entityId)}
            onPointerLeave={() => onSelect(null)}
            onFocus={() => onSelect(other.entityId)}
            onBlur={() => onSelect(null)}
          >
            <th scope="row">
              <LinkButton onPress={() => lookAt(other.entityId)}>{other.name}</LinkButton>
            </th>
            <td>{lines.join(t('codex:world.semicolon'))}</td>
            <td>{from ?? ''}</td>
            <td>{formatCount(beside, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
