/** Outcome of one check: nothing found, or everything that was found, ready to print. */
export interface Finding {
  /** What was looked at, e.g. "312 modules"; empty when the tool does not say. */
  readonly scope: string;
  /** Empty when the check passed. */
  readonly complaints: string;
}

export interface Check {
  readonly name: string;
  run(): Promise<Finding>;
}
