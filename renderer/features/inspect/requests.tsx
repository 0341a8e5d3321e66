import { useEffect } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { formatCount } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, EmptyState, LinkButton, Loaded } from '#renderer/ui/index.ts';
import { useRequestTimes } from './request-times.ts';
import { requestWords } from './request-words.ts';
import { useInspect } from './store.ts';
import { Strip } from './strip.tsx';

function Chosen() {
  const { t, language } = useWords();
  const chosen = useInspect((state) => state.chosen);
  const requests = useInspect((state) => state.requests);
  const documents = useSession((session) => session.project?.documents);
  const timeOf = useRequestTimes();
  const { compare, showReplay } = useInspect.getState();
  const entries = chosen.flatMap((id) => requests?.find((entry) => entry.assemblyId === id) ?? []);
  return (
    <div className="requests-chosen">
      {entries.map((entry, index) => {
        const words = requestWords(t, entry, documents ?? [], timeOf(entry));
        return (
          <div key={entry.assemblyId} className="requests-entry">
            <b>{index === 0 ? 'A' : 'B'}</b>
            <span>
              {[words.time, words.chapter, words.skill].join(t('inspect:sentence.comma'))}
            </span>
            <span>{formatCount(entry.tokenCount, language)}</span>
            <LinkButton onPress={() => void showReplay(entry.assemblyId)}>
              {t('inspect:requests.replay')}
            </LinkButton>
          </div>
        );
      })}
      {entries.length === 1 && <p className="ui-quiet">{t('inspect:requests.chooseTwo')}</p>}
      {entries.length === 2 && (
        <div>
          <Button onPress={() => void compare()}>{t('inspect:requests.compare')}</Button>
        </div>
      )}
    </div>
  );
}

/** The requests kept so far: keep the present one, read an old one, compare two. */
export function Requests() {
  const { t } = useWords();
  const requests = useInspect((state) => state.requests);
  const failure = useInspect((state) => state.requestsFailure);
  const { loadRequests, keepRequest } = useInspect.getState();
  useEffect(() => void loadRequests(), [loadRequests]);
  const keep = (
    <div className="requests-keep">
      <Button size="small" onPress={() => void keepRequest()}>
        {t('inspect:requests.keep')}
      </Button>
      <span className="ui-quiet">{t('inspect:requests.keepHint')}</span>
    </div>
  );
  return (
    <div className="ui-scroller requests">
      <Loaded value={requests} failure={failure} onRetry={() => void loadRequests()}>
        {(known) =>
          known.length === 0 ? (
            <EmptyState
              title={t('inspect:requests.empty.title')}
              text={t('inspect:requests.empty.text')}
            />
          ) : (
            <>
              <p className="requests-lead">{t('inspect:requests.lead')}</p>
              <Strip requests={known} />
              <Chosen />
            </>
          )
        }
      </Loaded>
      {keep}
    </div>
  );
}
