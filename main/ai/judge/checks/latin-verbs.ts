/** The English verbs that show who acts and who thinks. */

const list = (written: string): string => written.split(/\s+/).filter(Boolean).join('|');

/** Past forms that do not end in -ed. */
const irregular = list(`
  said told spoke came went ran stood sat took gave held put set got rose fell brought caught drew threw wrote read rang sang
  shook shut struck swung swam spun slid slipped slept woke wore won wound wept left led lit let kept knelt heard hung hit
  grew ground flung fed fought fled found flew drove drank dug did cut crept clung chose built bought broke bent bent beat ate
  began bit blew bore bowed burst cast laid leant leapt made met paid rode sought saw sent shot sold spat split sprang stole
  stuck strode swept swore taught tore trod wrung awoke dealt dragged forgot forgave froze hid hurt lent quit rode shone sank
`);

/** Present forms, for books told in the present. */
const present = list(`
  says asks tells speaks comes goes runs stands sits takes gives holds puts sets gets rises brings draws throws writes rings
  sings shakes shuts strikes swings wakes opens closes pushes pulls lifts turns walks looks nods smiles laughs shouts calls
  whispers answers replies crosses climbs carries drops picks points knocks leans steps stops waits watches leaves enters
`);

/** Forms in -ed that name a state, or what was done to somebody. */
const states = list(`
  died drowned remained seemed appeared belonged deserved existed lived loved hated wanted needed owed owned resembled looked
  sounded tasted smelled buried killed murdered named called rested lingered mattered meant weighed haunted faded indeed
`);

export const latinActs = `(?!(?:${states})\\b)[a-z]{2,}ed|looked (?:at|up|down|round|around|back|away|out|over|into|toward|towards|for|in|on|through)|(?:was|were|is) [a-z]{2,}ing|${irregular}|${present}`;

/** What only the one who thinks it can know; some only with a clause or object that shows it is thought. */
export const latinThoughts = `thought|wondered|hoped|feared|wished|dreaded|longed|imagined|suspected|reali[sz]ed|(?:told|asked) (?:him|her)self|(?:felt|knew|believed|remembered|decided|sensed|understood) (?:that|how|why|what|as if|sure|certain|sorry|afraid|ashamed|relieved|guilty)`;

const adverb =
  '(?:[a-z]+ly|then|now|just|only|still|again|also|soon|once|himself|herself|never once|at last|at once)';

/** From the end of a subject to the end of its verb; sticky. */
export const latinPredicate = (verbs: string): RegExp =>
  new RegExp(`(?:,? ${adverb},?){0,2} (?:${verbs})(?![\\p{L}’'-])`, 'uy');

/** “…,” said Pell. Ends where the name begins. */
export const latinInverted =
  /(?:^|[,?!.;—\u3000])\s*(?:said|asked|cried|called|answered|replied|whispered|shouted|muttered|murmured|growled|demanded|added|began|went on|put in)\s+(?:old |young |poor )?$/;

/** She saw Pell waving: the verb of perceiving before a name, ending where the name begins, and what follows it. */
export const latinPerceived =
  /\b(?:saw|see|sees|heard|hears|watched|noticed|spotted|glimpsed|caught sight of|found|met)\s+(?:old |young |poor )?$/i;
export const latinParticiple = / (?:[a-z]+ly )?[a-z]{2,}ing(?![\p{L}’'-])/uy;
