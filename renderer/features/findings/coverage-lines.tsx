import { useEffect } from 'react';
import { openSettings } from '#renderer/app/dialogs.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { excessWords } from '#renderer/i18n/purse-words.ts';
import { questionWords } from '#renderer/i18n/purse-question-words.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import type { Coverage, UncheckedReason } from '#shared/domain/finding.ts';
import { AgreedSum, type PurseExcess, type PurseQuestion } from '#shared/domain/purse.ts';
import { shortenedTo } from '#shared/shortened.ts';
import { useFindings } from './store.ts';
import './findings.css';

/** Constraints that share a line: checked by the same, or unchecked for the same reason. */
type Group = {
  key: 'rule' | 'model' | UncheckedReason;
  constraintIds: readonly string[];
  partly: ReadonlySet<string>;
};

/** So many are named in the line itself; the others unfold. */
const namedAtOnce = 3;
/** Longer constraints are shown by their beginning, characters. */
const longestName = 48;

const shortened = (text: string): string =>
  shortenedTo(text.replace(/\s+/g, ' ').trim(), longestName);

function groupsOf({ checked, unchecked }: Coverage): Group[] {
  const groups = new Map<Group['key'], { constraintIds: string[]; partly: Set<string> }>();
  const groupOf = (key: Group['key']) => {
    const known = groups.get(key) ?? { constraintIds: [], partly: new Set<string>() };
    groups.set(key, known);
    return known;
  };
  for (const { constraintId, by } of checked) groupOf(by).constraintIds.push(constraintId);
  for (const { constraintId, reason, partly } of unchecked) {
    const group = groupOf(reason);
    group.constraintIds.push(constraintId);
    if (partly) group.partly.add(constraintId);
  }
  return [...groups].map(([key, group]) => ({ key, ...group }));
}

function GroupLine({ group: { key, constraintIds, partly } }: { group: Group }) {
  const { t } = useWords();
  const bases = useFindings((state) => state.bases);
  const nameOf = (constraintId: string): string => {
    const basis = bases.get(constraintId);
    if (basis === undefined || basis.kind === 'entity') return t('findings:coverage.unknown');
    const text =
      basis.kind === 'book' ? t(`findings:basis.${basis.setting}`) : shortened(basis.text);
    return t(partly.has(constraintId) ? 'findings:coverage.partly' : 'findings:coverage.name', {
      text,
    });
  };
  const namesOf = (ids: readonly string[]): string =>
    ids.map(nameOf).join(t('findings:coverage.comma'));
  const rest = constraintIds.slice(namedAtOnce);
  return (
    <li data-checked={key === 'rule' || key === 'model'}>
      {t(`findings:coverage.${key}`)} {namesOf(constraintIds.slice(0, namedAtOnce))}
      {rest.length > 0 && (
        <details>
          <summary>{t('findings:coverage.more', { count: rest.length })}</summary>
          {namesOf(rest)}
        </details>
      )}
    </li>
  );
}

/** By how much the question was over a cap, and where caps are changed (N12). */
function Refusal({ refusal }: { refusal: PurseExcess }) {
  const { t } = useWords();
  return (
    <li>
      {excessWords(t, refusal)}{' '}
      <LinkButton onPress={() => openSettings('purse')}>{t('purse:excess.action')}</LinkButton>
    </li>
  );
}

/** How the writer lets the model be asked that waits for their word. */
export type AskAllTheSame = (agreedTo: AgreedSum) => void;

/** What asking the model takes, and the writer's word to it (E2). */
function Question({ question, ask }: { question: PurseQuestion; ask: AskAllTheSame | undefined }) {
  const { t } = useWords();
  return (
    <li>
      {questionWords(t, question)}{' '}
      {ask !== undefined && (
        <LinkButton onPress={() => ask(AgreedSum.parse(question))}>
          {t('findings:coverage.ask')}
        </LinkButton>
      )}
    </li>
  );
}

/** Who held a text against which constraints, and which were not checked, and why (S3-25). */
export function CoverageLines({
  coverage,
  ask,
}: {
  coverage: Coverage;
  ask?: AskAllTheSame | undefined;
}) {
  const projectId = useFindings((state) => state.projectId);
  const bases = useFindings((state) => state.bases);
  const groups = groupsOf(coverage);
  const isUnnamed = groups.some(({ constraintIds }) => constraintIds.some((id) => !bases.has(id)));
  useEffect(() => {
    if (projectId === null || !isUnnamed) return;
    // Without their words the lines still say how many constraints there are.
    useFindings
      .getState()
      .loadBases(projectId)
      .catch(() => undefined);
  }, [projectId, isUnnamed]);
  if (groups.length === 0) return null;
  return (
    <ul className="coverage">
      {groups.map((group) => (
        <GroupLine key={group.key} group={group} />
      ))}
      {coverage.refusal !== undefined && <Refusal refusal={coverage.refusal} />}
      {coverage.question !== undefined && <Question question={coverage.question} ask={ask} />}
    </ul>
  );
}

/** What a check came to, in a word: `none` when nothing was checked is not `clean`. */
export function outcomeOf(
  { checked, unchecked }: Coverage,
  open: number,
): 'findings' | 'clean' | 'partlyClean' | 'none' | 'noConstraints' {
  if (open > 0) return 'findings';
  if (checked.length === 0) return unchecked.length === 0 ? 'noConstraints' : 'none';
  return unchecked.length === 0 ? 'clean' : 'partlyClean';
}

const answerable: ReadonlySet<UncheckedReason> = new Set([
  'notAsked',
  'noModel',
  'modelFailed',
  'purse',
  'unanswered',
  'unproven',
]);

/** Constraints a model could still be asked about. */
export const countAnswerable = ({ unchecked }: Coverage): number =>
  unchecked.filter(({ reason }) => answerable.has(reason)).length;
