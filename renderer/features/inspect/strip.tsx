import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import type { AssemblySummary } from '#shared/domain/assembly.ts';
import { layerNames } from '#shared/domain/budget.ts';
import { useRoving } from '#renderer/ui/roving.ts';
import { requestWords } from './request-words.ts';
import { useInspect } from './store.ts';

const tallest = 48;

/** The four layers of one request, stacked as they are sent: Rules at the foot. */
function StripBar({ request, height }: { request: AssemblySummary; height: number }) {
  return (
    <span className="strip-bar" style={{ height: Math.max(4, height) }}>
      {layerNames.map((layer) => (
        <span
          key={layer}
          data-layer={layer}
          hidden={request.layers[layer] === 0}
          style={{ flexGrow: request.layers[layer] }}
        />
      ))}
    </span>
  );
}

/** The last requests, oldest at the left, as bars of one scale; two of them can be chosen. */
export function Strip({ requests }: { requests: readonly AssemblySummary[] }) {
  const { t, language } = useWords();
  const chosen = useInspect((state) => state.chosen);
  const documents = useSession((session) => session.project?.documents);
  const { choose } = useInspect.getState();
  const inTime = requests.toReversed();
  const roving = useRoving(inTime.map(({ assemblyId }) => assemblyId));
  const most = Math.max(1, ...requests.map(({ tokenCount }) => tokenCount));
  const now = Date.now();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll sideways
    <div
      className="strip"
      role="group"
      aria-label={t('inspect:requests.strip')}
      {...roving.listProps}
    >
      {inTime.map((request) => {
        const place = chosen.indexOf(request.assemblyId);
        const words = requestWords(t, language, request, documents ?? [], now);
        return (
          <button
            key={request.assemblyId}
            type="button"
            className="strip-entry"
            aria-pressed={place >= 0}
            aria-label={t('inspect:requests.request', { ...words, tokens: request.tokenCount })}
            onClick={() => choose(request.assemblyId)}
            {...roving.rowProps(request.assemblyId, request === inTime.at(-1))}
          >
            <b>{place === 0 ? 'A' : place === 1 ? 'B' : ''}</b>
            <StripBar request={request} height={(request.tokenCount / most) * tallest} />
            <span className="strip-time">{words.time}</span>
          </button>
        );
      })}
    </div>
  );
}
