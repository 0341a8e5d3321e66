/** A promise and the function that fulfils it: tests wait for a moment, never for a time. */
export type Gate = { opened: Promise<void>; open(): void };

export const createGate = (): Gate => {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};
