import type { AssemblyItem } from '#shared/domain/assembly.ts';
import { ExpectButtons } from '#renderer/features/expectations/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { ScrollBox } from '#renderer/ui/scroll-box.tsx';
import { canMute } from './can-mute.ts';
import { useCopy } from './copy.ts';
import { sourceOf } from './item-source.ts';
import { isFenced } from './names.ts';
import { expectedItem } from './expected-item.ts';
import { useInspect } from './store.ts';

/** The text of an item and what can be done with it. */
export function ItemDetail({ item, admitted }: { item: AssemblyItem; admitted: boolean }) {
  const { t } = useWords();
  const copy = useCopy();
  const muted = useInspect((state) => state.mute.includes(item.id));
  const { toggleAdmit, toggleMute } = useInspect.getState();
  const empty = isFenced(item) ? t('inspect:item.hidden') : t('inspect:item.noText');
  const source = sourceOf(item);
  const expected = expectedItem(item);
  return (
    <div className="inspect-detail">
      {item.text === '' ? (
        <p className="ui-quiet">{empty}</p>
      ) : (
        <ScrollBox className="inspect-text" label={item.title}>
          {item.text.trim()}
        </ScrollBox>
      )}
      <div className="inspect-actions">
        {source !== null && (
          <LinkButton onPress={() => source.open()}>{t(source.labelKey)}</LinkButton>
        )}
        {item.text !== '' && (
          <LinkButton onPress={() => copy(item.text)}>{t('inspect:item.copy')}</LinkButton>
        )}
        {admitted && (
          <LinkButton onPress={() => toggleAdmit(item.id)}>{t('inspect:item.takeBack')}</LinkButton>
        )}
        {canMute(item) && (item.decision !== 'dropped' || muted) && !admitted && (
          <LinkButton onPress={() => toggleMute(item.id)}>
            {t(muted ? 'inspect:item.unmute' : 'inspect:item.mute')}
          </LinkButton>
        )}
        {expected !== null && <ExpectButtons item={expected} />}
      </div>
    </div>
  );
}
