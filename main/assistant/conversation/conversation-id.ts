/** Makes ids of conversations. */
import { customAlphabet } from 'nanoid';

const random = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 6);

/** `session_YYYYMMDD_HHMMSS_<6 random>`, in UTC (S2-15). */
export const newConversationId = (now: number): string => {
  const [date = '', time = ''] = new Date(now).toISOString().slice(0, 19).split('T');
  return `session_${date.replaceAll('-', '')}_${time.replaceAll(':', '')}_${random()}`;
};
