/** What is asked for and not stored yet, as it is shown over what is. */

type Change<Item> = (items: readonly Item[]) => Item[];

export type Asked<Item> = {
  /** To be called with what is returned once the change is stored, or refused. */
  ask(projectId: string, change: Change<Item>): () => void;
  /** What is stored, with all that is asked for of that book, in the order in which it was. */
  over(projectId: string, items: readonly Item[]): readonly Item[];
};

export const createAsked = <Item>(): Asked<Item> => {
  let asked: readonly { projectId: string; change: Change<Item> }[] = [];
  return {
    ask(projectId, change) {
      const own = { projectId, change };
      asked = [...asked, own];
      return () => {
        asked = asked.filter((one) => one !== own);
      };
    },
    over: (projectId, items) =>
      asked
        .filter((one) => one.projectId === projectId)
        .reduce((shown, { change }) => change(shown), items),
  };
};
