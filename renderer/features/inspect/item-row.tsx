import type { AssemblyItem } from '#shared/domain/assembly.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LayerBadge, LinkButton, TwoLineRow } from '#renderer/ui/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import type { Accounting } from './accounting.ts';
import { ItemDetail } from './item-detail.tsx';
import { ItemTitle } from './item-title.tsx';
import { Mark } from './mark.tsx';
import { titleOf } from './names.ts';
import { reasonWords } from './reason-words.ts';
import { useInspect } from './store.ts';

type ItemRowProps = {
  item: AssemblyItem;
  accounting: Accounting;
  focusProps: RowFocus;
};

function Tokens({ item }: { item: AssemblyItem }) {
  const { t, language } = useWords();
  const { decision, tokenCount, fullTokenCount } = item;
  if (decision === 'dropped') {
    return fullTokenCount > 0 ? formatCount(fullTokenCount, language) : null;
  }
  return (
    <>
      {decision === 'trimmed' && fullTokenCount > tokenCount && (
        <>
          <s aria-hidden>{formatCount(fullTokenCount, language)}</s>
          <span className="ui-hidden">{t('inspect:list.was', { tokens: fullTokenCount })}</span>
        </>
      )}
      {formatCount(tokenCount, language)}
    </>
  );
}

/** One item: what it is, why it is in or out, what it costs; opens to its text. */
export function ItemRow({ item, accounting, focusProps }: ItemRowProps) {
  const { t, language } = useWords();
  const open = useInspect((state) => state.openItem === item.id);
  const admitted = useInspect((state) => state.admit.includes(item.id));
  const names = useInspect((state) => state.names);
  const { toggleItem, toggleAdmit } = useInspect.getState();
  const dropped = item.decision === 'dropped';
  const notes = [
    reasonWords(t, language, item, accounting),
    ...(item.isStale === true ? [t('inspect:item.stale')] : []),
    ...(admitted && !dropped ? [t('inspect:item.admitted')] : []),
  ];
  const word = dropped ? 'notSent' : item.decision;
  return (
    <div className="inspect-item" data-open={open || undefined} data-decision={item.decision}>
      <button
        type="button"
        className="inspect-item-main"
        aria-expanded={open}
        onClick={() => toggleItem(item.id)}
        {...focusProps}
      >
        <TwoLineRow
          badge={
            <LayerBadge
              layer={item.layer}
              hatched={dropped}
              label={t(`inspect:layers.${item.layer}`)}
            />
          }
          title={<ItemTitle title={titleOf(item, names)} />}
          reason={notes.join(t('inspect:sentence.comma'))}
          count={<Tokens item={item} />}
          word={
            word === 'included' ? (
              <span className="ui-hidden">{t('inspect:list.included')}</span>
            ) : (
              t(`inspect:list.${word}`)
            )
          }
          mark={<Mark decision={item.decision} />}
        />
      </button>
      {dropped && item.admitTokens !== undefined && (
        <div className="inspect-admit">
          <span>{t('inspect:item.admitHint', { count: item.admitTokens })}</span>
          <LinkButton onPress={() => toggleAdmit(item.id)}>{t('inspect:item.admit')}</LinkButton>
        </div>
      )}
      {open && <ItemDetail item={item} admitted={admitted} />}
    </div>
  );
}
