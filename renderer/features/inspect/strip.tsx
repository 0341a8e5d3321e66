import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { AssemblySummary } from '#shared/domain/assembly.ts';
import { barGeometry } from '#renderer/ui/bar-geometry.ts';
import { useRoving } from '#renderer/ui/roving.ts';
import { figuresOf } from './request-figures.ts';
import { useRequestTimes } from './request-times.ts';
import { requestWords } from './request-words.ts';
import { useInspect } from './store.ts';

/** Height of the strip's bars, px, and below how many a part is a tick. */
const tallest = 48;
const tickBelow = 1.5;

/** The four layers of one request, stacked as they are sent: Rules at the foot. `scale`: tokens of the whole height. */
function StripBar({ request, scale }: { request: AssemblySummary; scale: number }) {
  const { sent } = barGeometry({ ...figuresOf(request), limit: 0, scale }, tickBelow / tallest);
  return (
    <span className="strip-bar" style={{ height: tallest }}>
      {sent.map(({ name, start, length, isTick, ticksBefore }) => (
        <span
          key={name}
          data-layer={name === 'framing' ? undefined : name}
          data-tick={isTick || undefined}
          style={{
            bottom: start * tallest + (isTick ? ticksBefore * 2 : 0),
            height: isTick ? 1 : length * tallest,
          }}
        />
      ))}
    </span>
  );
}

/** The last requests, oldest at the left, as bars of one scale; two of them can be chosen. */
export function Strip({ requests }: { requests: readonly AssemblySummary[] }) {
  const { t } = useWords();
  const chosen = useInspect((state) => state.chosen);
  const documents = useSession((session) => session.project?.documents);
  const { choose } = useInspect.getState();
  const inTime = requests.toReversed();
  const roving = useRoving(inTime.map(({ assemblyId }) => assemblyId));
  const max = Math.max(1, ...requests.map(({ tokenCount }) => tokenCount));
  const timeOf = useRequestTimes();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways
    <div
      className="strip"
      role="group"
      aria-label={t('inspect:requests.strip')}
      {...roving.listProps}
    >
      {inTime.map((request) => {
        const letter = ['A', 'B'][chosen.indexOf(request.assemblyId)];
        const words = requestWords(t, request, documents ?? [], timeOf(request));
        const told = t('inspect:requests.request', { ...words, tokens: request.tokenCount });
        return (
          <button
            key={request.assemblyId}
            type="button"
            className="strip-entry"
            aria-pressed={letter !== undefined}
            aria-label={
              letter === undefined ? told : [letter, told].join(t('inspect:sentence.comma'))
            }
            onClick={() => choose(request.assemblyId)}
            {...roving.rowProps(request.assemblyId, request === inTime.at(-1))}
          >
            <b data-letter={letter} />
            <StripBar request={request} scale={max} />
            <span className="strip-time">{words.time}</span>
          </button>
        );
      })}
    </div>
  );
}
