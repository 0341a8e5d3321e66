import { z } from 'zod';
import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { FailureBlock } from '#renderer/ui/index.ts';
import { useInspect } from './store.ts';

/** What CONTEXT_INPUT_TOO_LARGE tells: the longest things that must be sent. */
const TooLarge = z.object({
  tokens: z.number(),
  limit: z.number(),
  items: z.array(z.object({ id: z.string(), tokens: z.number() })),
});

const shownEntries = 5;

/** Why there is no inspection, in words; when too much must be sent, what that is. */
export function InspectFailure({ failure }: { failure: unknown }) {
  const { t } = useWords();
  const names = useInspect((state) => state.names);
  const { refresh } = useInspect.getState();
  const { code, details } = failureOf(failure);
  const tooLarge = TooLarge.safeParse(details);
  return (
    <div className="inspect-failure">
      <FailureBlock error={failure} onRetry={() => void refresh()} />
      {code === 'CONTEXT_INPUT_TOO_LARGE' && tooLarge.success && (
        <>
          <p>{t('inspect:tooLarge.lead', tooLarge.data)}</p>
          <ul>
            {tooLarge.data.items.slice(0, shownEntries).map(({ id, tokens }) => (
              <li key={id}>
                <span>{names?.get(id) ?? id}</span>
                <span>{t('inspect:tooLarge.entry', { tokens })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
