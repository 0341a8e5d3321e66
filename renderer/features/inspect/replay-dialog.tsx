import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { ScrollBox } from '#renderer/ui/scroll-box.tsx';
import { useCopy } from './copy.ts';
import { LookUpLines } from './look-up.tsx';
import { useRequestTimes } from './request-times.ts';
import { requestWords } from './request-words.ts';
import { SentTimes } from './sent-times.tsx';
import { useInspect } from './store.ts';

/** An earlier request whole, from its stored texts, with the hash that proves it the same. */
export function ReplayDialog() {
  const { t } = useWords();
  const timeOf = useRequestTimes();
  const copy = useCopy();
  const replay = useInspect((state) => state.replay);
  const requests = useInspect((state) => state.requests);
  const documents = useSession((session) => session.project?.documents);
  const { hideReplay } = useInspect.getState();
  const request = requests?.find((entry) => entry.assemblyId === replay?.assemblyId);
  if (replay === null || request === undefined) return null;
  const words = requestWords(t, request, documents ?? [], timeOf(request));
  const when = [words.time, words.chapter, words.skill].join(t('inspect:sentence.comma'));
  return (
    <Dialog
      title={t('inspect:requests.replayTitle', { time: when })}
      closeLabel={t('app:actions.close')}
      isOpen
      onClose={hideReplay}
      size="wide"
      footer={
        <>
          <span className="replay-hash">
            {t('inspect:requests.sha')} <code className="ui-mono">{replay.sha256}</code>
          </span>
          <SentTimes assemblyId={replay.assemblyId} onShow={hideReplay} />
          <Button onPress={() => copy(`${replay.systemPrompt}${replay.prompt}`)}>
            {t('inspect:prompt.copyAll')}
          </Button>
        </>
      }
    >
      <LookUpLines lookUp={replay.lookUp} items={replay.items} />
      <ScrollBox className="replay-text" label={t('inspect:prompt.text')}>
        <p className="ui-quiet">{replay.systemPrompt}</p>
        {replay.prompt}
      </ScrollBox>
    </Dialog>
  );
}
