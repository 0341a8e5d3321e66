/** The proposals that wait: each beside its chapter's synopsis of today, taken or put away. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { Button, VirtualList } from '#renderer/ui/index.ts';
import type { RowFocus } from '#renderer/ui/roving.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import type { SynopsisProposal } from '#shared/domain/synopsis.ts';
import { acceptAll, acceptProposal, rejectProposal } from './store.ts';

const heights = { proposal: 140 };

function Remarks({ proposal }: { proposal: SynopsisProposal }) {
  const { t } = useWords();
  const { isOvertaken, isStale, redacted } = proposal;
  const remarks = [
    ...(isOvertaken ? [t('synopses:proposal.overtaken')] : []),
    ...(isStale ? [t('synopses:proposal.stale')] : []),
    ...(redacted > 0 ? [t('synopses:proposal.redacted', { count: redacted })] : []),
  ];
  return remarks.map((remark) => (
    <p key={remark} className="synopses-remark">
      {remark}
    </p>
  ));
}

type TextsProps = { document: DocumentInfo; text: string; language: string };

function Texts({ document, text, language }: TextsProps) {
  const { t } = useWords();
  return (
    <dl className="synopses-texts">
      {document.synopsis !== '' && (
        <div>
          <dt className="ui-quiet">{t('synopses:proposal.today')}</dt>
          <dd lang={language}>{document.synopsis}</dd>
        </div>
      )}
      <div>
        <dt className="ui-quiet">{t('synopses:proposal.text')}</dt>
        <dd lang={language}>{text}</dd>
      </div>
    </dl>
  );
}

type ProposalProps = {
  proposal: SynopsisProposal;
  document: DocumentInfo;
  project: ProjectInfo;
  focus: RowFocus;
  /** Does it, and has the focus go on. */
  onSettle: (settle: (proposal: SynopsisProposal, t: Translate) => Promise<void>) => void;
};

function Proposal({ proposal, document, project, focus, onSettle }: ProposalProps) {
  const { t } = useWords();
  const take = t(proposal.isOvertaken ? 'synopses:replace' : 'synopses:accept');
  const isStop = focus.tabIndex === 0;
  return (
    <div className="synopses-proposal">
      <h4 className="synopses-chapter" lang={project.language}>
        {document.title} <span className="ui-quiet">{proposal.model}</span>
      </h4>
      <Texts document={document} text={proposal.text} language={project.language} />
      <Remarks proposal={proposal} />
      <div className="synopses-actions">
        <Button
          size="small"
          data-rove={focus['data-rove']}
          excludeFromTabOrder={!isStop}
          aria-label={t('synopses:of', { action: take, title: document.title })}
          onPress={() => onSettle(acceptProposal)}
        >
          {take}
        </Button>
        <Button
          size="small"
          variant="quiet"
          excludeFromTabOrder={!isStop}
          aria-label={t('synopses:of', { action: t('synopses:reject'), title: document.title })}
          onPress={() => onSettle(rejectProposal)}
        >
          {t('synopses:reject')}
        </Button>
      </div>
    </div>
  );
}

type ProposalLine = {
  kind: 'proposal';
  key: string;
  document: DocumentInfo;
  proposal: SynopsisProposal;
};

/** In the order of the book. */
const linesOf = (
  items: readonly SynopsisProposal[],
  documents: readonly DocumentInfo[],
): ProposalLine[] => {
  const proposals = new Map(items.map((proposal) => [proposal.documentId, proposal]));
  return documents.flatMap((document) => {
    const proposal = proposals.get(document.documentId);
    return proposal
      ? [{ kind: 'proposal' as const, key: proposal.proposalId, document, proposal }]
      : [];
  });
};

/** When the proposal that was settled has gone, the one behind it has the focus, or else the last. */
function useFocusGoingOn(section: RefObject<HTMLElement | null>, lines: readonly ProposalLine[]) {
  const settled = useRef<{ key: string; next: string | undefined } | null>(null);
  useLayoutEffect(() => {
    const now = settled.current;
    if (now === null || lines.some(({ key }) => key === now.key)) return;
    settled.current = null;
    if (now.next === undefined) return;
    const stop = `[data-rove="${CSS.escape(now.next)}"]`;
    section.current?.querySelector<HTMLElement>(stop)?.focus();
  });
  return (key: string): void => {
    const place = lines.findIndex((line) => line.key === key);
    const next = lines[place + 1] ?? lines[place - 1];
    settled.current = { key, next: next?.key };
  };
}

type ProposalListProps = { items: readonly SynopsisProposal[]; project: ProjectInfo };

/** Nothing where none waits. */
export function ProposalList({ items, project }: ProposalListProps) {
  const { t } = useWords();
  const section = useRef<HTMLElement>(null);
  const lines = linesOf(items, project.documents);
  const noteSettled = useFocusGoingOn(section, lines);
  if (lines.length === 0) return null;
  return (
    <section className="synopses-waiting" aria-label={t('synopses:proposals')} ref={section}>
      <div className="synopses-head">
        <h3 className="synopses-title">
          {t('synopses:proposals')} <span className="ui-quiet">{lines.length}</span>
        </h3>
        {lines.length > 1 && (
          <Button size="small" onPress={() => void acceptAll(items, t)}>
            {t('synopses:acceptAll')}
          </Button>
        )}
      </div>
      <VirtualList label={t('synopses:proposals')} lines={lines} heights={heights}>
        {({ key, document, proposal }, focus) => (
          <Proposal
            proposal={proposal}
            document={document}
            project={project}
            focus={focus}
            onSettle={(settle) => {
              noteSettled(key);
              void settle(proposal, t);
            }}
          />
        )}
      </VirtualList>
    </section>
  );
}
