import { describe, expect, it } from 'vitest';
import { labelsOnCard } from '#renderer/features/structure/labels-on-card.ts';

const alone = { goal: null, teller: null };

describe('the labels of a card [W1]', () => {
  it('are the first, a second where both have room, and how many more', () => {
    expect(labelsOnCard(['渡口', '夜', '雪'], alone)).toEqual({
      shown: ['渡口', '夜'],
      left: ['雪'],
    });
    expect(labelsOnCard(['Netherfield', 'comedy'], alone)).toEqual({
      shown: ['Netherfield'],
      left: ['comedy'],
    });
    expect(labelsOnCard([], alone)).toEqual({ shown: [], left: [] });
  });

  it('give way to a goal and to who tells', () => {
    const labels = ['sea', 'ice'];
    expect(labelsOnCard(labels, alone).shown).toEqual(labels);
    expect(labelsOnCard(labels, { goal: 1_200, teller: null }).shown).toEqual(['sea']);
    expect(labelsOnCard(labels, { goal: null, teller: '阿禾' }).shown).toEqual(['sea']);
  });
});
