/** The fields an entry of each kind is offered; any other may be written beside them (W6). They are words of the book, in its language. */
import type { Language } from './identifiers.ts';
import type { EntityKind } from './knowledge.ts';

export const offeredFields: Readonly<
  Record<Language, Readonly<Record<EntityKind, readonly string[]>>>
> = {
  'zh-CN': {
    character: ['身份', '年纪', '样貌', '说话', '性情', '想要', '害怕', '近况'],
    location: ['位置', '样貌', '气氛', '谁在此', '近况'],
    item: ['样貌', '来历', '用处', '在谁手里', '近况'],
    faction: ['首领', '宗旨', '据点', '对头', '近况'],
    event: ['时间', '地点', '起因', '结果'],
    concept: ['规则', '限制', '来历', '谁知道'],
  },
  en: {
    character: ['Role', 'Age', 'Appearance', 'Voice', 'Temper', 'Wants', 'Fears', 'Now'],
    location: ['Where', 'Looks', 'Mood', 'Who is there', 'Now'],
    item: ['Looks', 'Origin', 'Use', 'Held by', 'Now'],
    faction: ['Leader', 'Aim', 'Seat', 'Rivals', 'Now'],
    event: ['When', 'Where', 'Cause', 'Outcome'],
    concept: ['Rule', 'Limits', 'Origin', 'Known to'],
  },
};
