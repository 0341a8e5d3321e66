import { createPortal } from 'react-dom';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { Finding } from '#shared/domain/finding.ts';
import { marginId } from '#renderer/app/margin-id.ts';
import { focusPage } from '#renderer/app/page-focus.ts';
import { usePageMargin } from '#renderer/app/page-margin.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LayerBadge } from '#renderer/ui/index.ts';
import { basisWords } from './basis-words.ts';
import { FindingWords } from './finding-words.tsx';
import { isOpen, openFindings, useFindings } from './store.ts';
import './findings.css';

/** Findings whose sentences end in one line share a mark. */
type Group = { top: number; findings: Finding[]; waiting: boolean };

function inLines(
  findings: readonly Finding[],
  topOf: (id: string) => number | undefined,
  waiting: boolean,
): Group[] {
  const groups: Group[] = [];
  for (const finding of findings) {
    const top = topOf(finding.findingId);
    if (top === undefined) continue;
    const group = groups.find((one) => Math.abs(one.top - top) < lineSlack);
    if (group === undefined) groups.push({ top, findings: [finding], waiting });
    else group.findings.push(finding);
  }
  return groups;
}

/** Boxes of one line differ by less, px. */
const lineSlack = 8;

function Mark({ group: { top, findings, waiting }, narrow }: { group: Group; narrow: boolean }) {
  const { t } = useWords();
  const bases = useFindings((state) => state.bases);
  const open = useFindings(({ open: id }) => findings.some((one) => one.findingId === id));
  const [first] = findings;
  if (first === undefined) return null;
  const said = findings.map((finding) =>
    t('findings:line', { basis: basisWords(t, finding, bases), message: finding.message }),
  );
  const words =
    findings.length === 1
      ? basisWords(t, first, bases)
      : t('findings:several', { count: findings.length });
  const setOpen = (wanted: boolean) => {
    useFindings.setState({ open: wanted ? first.findingId : null });
    if (!wanted) requestAnimationFrame(focusPage);
  };
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Button
        className="finding-mark"
        aria-label={said.join(' ')}
        data-waiting={waiting}
        data-narrow={narrow}
        style={{ top }}
      >
        <LayerBadge layer="rules" />
        {!narrow && !waiting && <span>{words}</span>}
      </Button>
      <Popover className="ui-popover finding-popover" placement="bottom end" offset={6}>
        <Dialog className="ui-dialog" aria-label={t('findings:label')}>
          {findings.map((finding) => (
            <FindingWords
              key={finding.findingId}
              finding={finding}
              onLeave={() => useFindings.setState({ open: null })}
            />
          ))}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

/** A letter beside each line that something is to be said of. */
export function FindingMargin() {
  const { language } = useWords();
  const { host, tops, narrow } = usePageMargin();
  const documentId = useSession((session) => session.documentId);
  const checked = useFindings((state) => state.checked.get(documentId ?? ''));
  const shown = useFindings((state) => state.shown);
  const waiting = useFindings((state) => state.waiting);
  const decided = useFindings((state) => state.decided);
  if (host === null) return null;
  const topOf = (findingId: string) => tops.get(marginId(findingId));
  const findings = openFindings(checked).filter(({ findingId }) => shown.has(findingId));
  // Beside waiting words there are the buttons that decide on them: their marks stand before those.
  const open = [...waiting.values()].flat().filter((finding) => isOpen(finding, decided));
  const groups = [...inLines(findings, topOf, false), ...inLines(open, topOf, true)];
  if (groups.length === 0) return null;
  return createPortal(
    <div lang={language}>
      {groups.map((group) => (
        <Mark key={group.findings[0]?.findingId} group={group} narrow={narrow} />
      ))}
    </div>,
    host,
  );
}
