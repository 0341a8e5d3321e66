import { useWords } from '#renderer/i18n/index.ts';
import { GroupHead } from '#renderer/ui/index.ts';
import type { Found } from './places.ts';

const kinds = ['volumes', 'chapters', 'labels'] as const;

/** Names that are renamed where they stand, each by the writer: told, so that none is forgotten. */
export function NamesLeft({ names }: { names: Found['namesLeft'] }) {
  const { t } = useWords();
  const found = kinds.filter((kind) => names[kind].length > 0);
  if (found.length === 0) return null;
  return (
    <section className="replace-records" aria-label={t('replace:namesLeft.title')}>
      <GroupHead title={t('replace:namesLeft.title')} />
      {found.map((kind) => (
        <p key={kind} className="replace-record">
          {t(`replace:namesLeft.${kind}`, {
            names: names[kind].join(t('replace:namesLeft.comma')),
          })}
        </p>
      ))}
    </section>
  );
}
