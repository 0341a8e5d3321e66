/** What of a group's candidates goes within what the group may take. */
import type { GroupName } from './candidate.ts';
import { type Selected, whole, wholeOrBeginning, wholeOrEnding } from './choice.ts';
import type { Costed } from './price.ts';
import { takeEntries } from './take-entries.ts';
import { takeList } from './take-list.ts';
import { takePassages } from './take-passages.ts';
import { takeSynopses } from './take-synopses.ts';
import type { TokenCounter } from './trim-text.ts';

export type Headings = Record<GroupName, number>;

/** What of a group's candidates goes, and what that takes with its heading. */
export type Taken = { choices: readonly Selected[]; tokens: number };

export type Selecting = {
  members: Record<GroupName, readonly Costed[]>;
  headings: Headings;
  tokens: TokenCounter;
};

const chooseMembers = (
  group: GroupName,
  allowed: number,
  { members, headings, tokens }: Selecting,
): Selected[] => {
  const items = members[group];
  const heading = headings[group];
  switch (group) {
    case 'entities':
      return takeEntries(items, { allowed, heading, tokens });
    case 'passages':
      return takePassages(items, { allowed, heading, tokens });
    case 'synopses':
      return takeSynopses(items, { allowed, heading });
    case 'before':
    case 'previousEnding':
      return items.map((item) => wholeOrEnding(item, allowed - heading, tokens));
    case 'after':
      return items.map((item) => wholeOrBeginning(item, allowed - heading, tokens));
    case 'narration':
    case 'instruction':
    case 'additional':
      return items.map(whole);
    default:
      return takeList(group, items, allowed, heading);
  }
};

export const takeGroup = (group: GroupName, allowed: number, selecting: Selecting): Taken => {
  const choices = chooseMembers(group, allowed, selecting);
  let sent = 0;
  let tokens = selecting.headings[group];
  for (const { decision, cost } of choices) {
    if (decision === 'dropped') continue;
    sent += 1;
    tokens += cost;
  }
  return { choices, tokens: sent > 0 ? tokens : 0 };
};
