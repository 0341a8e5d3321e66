/** The proposals that wait: each beside its chapter's synopsis of today, taken or put away. */
import { useRef } from 'react';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import type { DocumentInfo, ProjectInfo } from '#shared/domain/project.ts';
import type { SynopsisProposal } from '#shared/domain/synopsis.ts';
import { acceptAll, acceptProposal, rejectProposal } from './store.ts';

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
  /** Does it, and has the focus go on. */
  onSettle: (settle: (proposal: SynopsisProposal, t: Translate) => Promise<void>) => void;
};

function Proposal({ proposal, document, project, onSettle }: ProposalProps) {
  const { t } = useWords();
  const take = t(proposal.isOvertaken ? 'synopses:replace' : 'synopses:accept');
  return (
    <li className="synopses-proposal">
      <h4 className="synopses-chapter" lang={project.language}>
        {document.title} <span className="ui-quiet">{proposal.model}</span>
      </h4>
      <Texts document={document} text={proposal.text} language={project.language} />
      <Remarks proposal={proposal} />
      <div className="synopses-actions">
        <Button
          size="small"
          data-accept
          aria-label={t('synopses:of', { action: take, title: document.title })}
          onPress={() => onSettle(acceptProposal)}
        >
          {take}
        </Button>
        <Button
          size="small"
          variant="quiet"
          aria-label={t('synopses:of', { action: t('synopses:reject'), title: document.title })}
          onPress={() => onSettle(rejectProposal)}
        >
          {t('synopses:reject')}
        </Button>
      </div>
    </li>
  );
}

type ProposalListProps = { items: readonly SynopsisProposal[]; project: ProjectInfo };

/** Nothing where none waits. In the order of the book. */
export function ProposalList({ items, project }: ProposalListProps) {
  const { t } = useWords();
  const list = useRef<HTMLUListElement>(null);
  const shown = project.documents.flatMap((document) => {
    const proposal = items.find(({ documentId }) => documentId === document.documentId);
    return proposal ? [{ document, proposal }] : [];
  });
  if (shown.length === 0) return null;
  const focusAt = (index: number): void => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-accept]') ?? [];
    buttons[Math.min(index, buttons.length - 1)]?.focus();
  };
  return (
    <section aria-label={t('synopses:proposals')}>
      <div className="synopses-head">
        <h3 className="synopses-title">
          {t('synopses:proposals')} <span className="ui-quiet">{shown.length}</span>
        </h3>
        {shown.length > 1 && (
          <Button size="small" onPress={() => void acceptAll(items, t)}>
            {t('synopses:acceptAll')}
          </Button>
        )}
      </div>
      <ul className="synopses-list" ref={list}>
        {shown.map(({ document, proposal }, index) => (
          <Proposal
            key={proposal.proposalId}
            proposal={proposal}
            document={document}
            project={project}
            onSettle={(settle) =>
              void settle(proposal, t).then(() => requestAnimationFrame(() => focusAt(index)))
            }
          />
        ))}
      </ul>
    </section>
  );
}
