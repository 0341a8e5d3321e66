/** Synopses that a model proposes: for the whole book, or for one chapter that was asked about (E3). */
import { useEffect } from 'react';
import { chapterHeading } from '#shared/chapter-heading.ts';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { useSession } from '#renderer/app/session.ts';
import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { atAGlance, moneyWords, tokenWords } from '#renderer/i18n/purse-words.ts';
import { Button, Dialog, ErrorBlock, LinkButton, Loaded, Progress } from '#renderer/ui/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { PurseQuestion } from '#shared/domain/purse.ts';
import type { ReadSynopses } from './choices.ts';
import { JobPart, SynopsisFailure } from './job-part.tsx';
import { ProposalList } from './proposal-list.tsx';
import {
  askAbout,
  forgetSynopses,
  leaveAsking,
  openSynopses,
  readSynopses,
  useSynopses,
} from './store.ts';
import { useTellingJobEnd } from './tell-end.ts';
import './synopses.css';

/** What stands in the way of asking about a chapter, the writer's own sum included. */
function AskingFailure({ documentId, failure }: { documentId: string; failure: unknown }) {
  const { t } = useWords();
  const { code, details } = failureOf(failure);
  const question = PurseQuestion.safeParse(details).data;
  if (code !== 'PURSE_ASKS' || !question) return <SynopsisFailure failure={failure} />;
  const { inputTokens, cost, currency } = question;
  const sum = [
    t('synopses:one.input', { amount: tokenWords(t, inputTokens) }),
    cost === null
      ? t('purse:ask.unpriced')
      : t('synopses:forecast.money', { money: moneyWords(t, atAGlance(cost), currency) }),
  ];
  return (
    <ErrorBlock
      title={t('errors:PURSE_ASKS.what')}
      text={sum.join(' ')}
      actions={
        <>
          <Button onPress={() => void askAbout(documentId, question)}>{t('purse:ask.send')}</Button>
          <Button variant="quiet" onPress={() => leaveAsking(documentId)}>
            {t('purse:ask.leave')}
          </Button>
        </>
      }
    />
  );
}

type PartProps = { read: ReadSynopses; project: ProjectInfo };

function OneChapter({ documentId, read, project }: PartProps & { documentId: string }) {
  const { t } = useWords();
  const asking = useSynopses(({ askings }) => askings.get(documentId));
  const { title } = chapterHeading(
    project.documents.find((one) => one.documentId === documentId)?.title ?? t('synopses:gone'),
  );
  const items = read.items.filter((one) => one.documentId === documentId);
  const isUnderWay = asking?.isUnderWay === true;
  const failure = asking?.failure ?? null;
  return (
    <>
      {isUnderWay && <Progress label={t('synopses:one.underWay', { title })} value={0} total={0} />}
      {failure !== null && <AskingFailure documentId={documentId} failure={failure} />}
      <ProposalList items={items} project={project} />
      {!isUnderWay && (
        <Button size="small" variant="quiet" onPress={() => void askAbout(documentId)}>
          {t(items.length > 0 ? 'synopses:one.again' : 'synopses:one.ask', { title })}
        </Button>
      )}
      <p>
        <LinkButton onPress={openSynopses}>{t('synopses:one.all')}</LinkButton>
      </p>
    </>
  );
}

function Content({ project }: { project: ProjectInfo }) {
  const { t } = useWords();
  const { read, failure, chapter } = useSynopses();
  useProjectReading(readSynopses, 'synopses:changed');
  return (
    <div className="synopses">
      <p className="ui-lead">{t('synopses:lead')}</p>
      <Loaded
        value={read}
        failure={failure}
        onRetry={() => {
          useSynopses.setState({ failure: null });
          void readSynopses(project.projectId);
        }}
      >
        {(known) =>
          chapter === null ? (
            <>
              <JobPart read={known} project={project} />
              <ProposalList items={known.items} project={project} />
            </>
          ) : (
            <OneChapter documentId={chapter} read={known} project={project} />
          )
        }
      </Loaded>
    </div>
  );
}

export function SynopsesDialog() {
  const { t } = useWords();
  const isOpen = useDialogs((dialogs) => dialogs.open === 'synopses');
  const project = useSession((session) => session.project);
  useEffect(() => forgetSynopses, []);
  useTellingJobEnd();
  if (project === null) return null;
  return (
    <Dialog
      title={t('synopses:title')}
      closeLabel={t('app:actions.close')}
      size="tall"
      isOpen={isOpen}
      onClose={closeDialog}
    >
      {isOpen && <Content project={project} />}
    </Dialog>
  );
}
