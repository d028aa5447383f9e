/** The state of the page (chosen, loaded, trained, shown) and the actions of the reader. */

import { addressBar } from '../browser/address-bar.ts';
import type { DataId } from '../data/catalogue.ts';
import { fitShare } from '../data/entry.ts';
import type { OwnData } from '../data/own.ts';
import { initialOf, type Settings, type State } from '../data/state.ts';
import { fitsLink, type Reply } from '../link/address.ts';
import { type Audience, permitted } from '../link/audience.ts';
import { changedParts, leavesFewSettings } from '../link/parts.ts';
import type { Problem } from '../link/problems.ts';
import { isExtendable, type Name, properties, randomSeed } from '../link/state.ts';
import { exercise } from '../tour/exercise.ts';
import { type Arrival, viewWorkers } from '../training/session.ts';
import { Answers } from './answers.svelte.ts';
import { Brush } from './brush.svelte.ts';
import { Choices, isTraining } from './choices.svelte.ts';
import { Folds } from './folds.svelte.ts';
import { Loaded } from './loaded.svelte.ts';
import { Results } from './results.svelte.ts';
import { Shown } from './shown.svelte.ts';
import { Trained } from './trained.svelte.ts';

/** While a slider is dragged, trainings start at most this often (milliseconds). */
const dragPause = 150;
/** Number of starts of `restarts: 'auto'` in the package. */
const autoRestarts = 12;
/** Steps of a start on a reader's table: 500 epochs of 10,000 rows. */
const mostSteps = 175_000;

export class App {
  readonly choices: Choices;
  readonly loaded = new Loaded();
  readonly trained: Trained;
  readonly shown: Shown;
  readonly results: Results;
  readonly folds = new Folds();
  readonly answers = new Answers();
  readonly brush: Brush;
  /** The reader prefers reduced motion. */
  readonly reducedMotion: boolean;

  private dragging = false;
  /** The answers that were taken over last: going back to their address must not undo what the reader has answered since. */
  private replied = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Link to the current page. */
  link = $derived.by(() => this.linkFor(this.choices.audience));
  /** Halving the learning rate here would need more epochs, but the author of the link fixed their number. */
  endKept = $derived.by(() => {
    const { hidden, locked } = this.choices.audience;
    return this.trained.now >= this.state.epochs && [...hidden, ...locked].includes('epochs');
  });
  /** Epoch from which the learning rate can be halved: a training has at most two parts. */
  branchable = $derived.by(() => {
    const { now, ready } = this.trained;
    const last = this.choices.branch?.epoch ?? properties.epochs.max - 1;
    return ready && isExtendable(this.state) && !this.endKept && now > 0 && now <= last ? now : undefined;
  });

  private standardize = $derived(this.state.standardize);
  /** The package's lambda 'auto' for the data shown; undefined while none are loaded. */
  autoLambda = $derived.by(() => {
    const { data } = this.trained;
    if (!data || !this.loaded.trainer) return undefined;
    return this.loaded.trip.autoLambda(data.train, { standardize: this.standardize });
  });

  constructor(bar = addressBar, reducedMotion = false) {
    this.reducedMotion = reducedMotion;
    this.choices = new Choices(bar);
    this.trained = new Trained(this.choices, this.loaded, {
      reducedMotion,
      onBegin: () => (this.shown.highlight = undefined),
    });
    this.shown = new Shown(this.choices, this.loaded, this.trained);
    this.brush = new Brush(this.trained);
    this.results = new Results(this.choices, this.loaded, this.trained, this.shown);
    this.openUsed();
  }

  get state(): State {
    return this.choices.state;
  }

  /** Loads WebAssembly and workers, then starts the training. */
  async open(cores: number): Promise<void> {
    const workers = Math.max(viewWorkers + 1, Math.min(8, cores));
    if (!(await this.loaded.open(workers, () => this.trained.preview()))) return;
    this.trained.tune();
    this.begin(this.choices.picked);
  }

  /** The address changed outside the page: Back, or typed. */
  followAddress = () => {
    if (!this.choices.follow()) return;
    this.openUsed();
    this.trained.tune();
    this.begin(this.choices.picked, { direct: true });
  };

  /** Unfolds the parts of the page whose settings the address changes. */
  private openUsed(): void {
    const { state } = this;
    for (const part of changedParts(state, initialOf(state.data))) this.folds.open(part);
    if (this.choices.picked !== undefined) this.folds.open('charts');
    if (leavesFewSettings(this.choices.audience)) this.folds.open('settings');
    const reply = JSON.stringify(this.choices.reply ?? '');
    if (this.choices.reply && reply !== this.replied) {
      this.replied = reply;
      void this.takeReply(this.choices.reply);
    }
  }

  /** Takes the answers of a link over, and reports those that cannot be used. */
  private async takeReply(reply: Reply): Promise<void> {
    const [{ readReply }, { questions }] = await Promise.all([
      import('../teaching/answer-link.ts'),
      import('../teaching/questions.ts'),
    ]);
    const problems: Problem[] = [];
    const { answers, name } = readReply(reply, questions, problems);
    const known = questions.flatMap(({ id }, at) => (answers[at] === undefined ? [] : [[id, answers[at]] as const]));
    this.answers.take(Object.fromEntries(known), name);
    this.choices.problems = [...this.choices.problems, ...problems];
  }

  /** Link for other readers; it has a fingerprint to compare once the start shown is the one that they will see. */
  linkFor(audience: Audience, page?: string): string {
    const { picked, chosen, shownStart } = this.trained;
    // Links cannot name an opened model.
    const settled = shownStart === (picked ?? chosen) && !this.isOpened(shownStart);
    const start = this.isOpened(picked) ? undefined : picked;
    return this.choices.linkFor(audience, start, settled ? this.results.fingerprint : undefined, page);
  }

  /** A model that the reader has opened follows the starts of the settings. */
  private isOpened(start: number | undefined): boolean {
    return start !== undefined && start >= this.state.restarts;
  }

  /** Link with the reader's answers: it keeps step, language and what the author of the class link hid, and no other setting. */
  linkToAnswers(reply: Reply): string {
    const { pathStep, language, theme } = this.state;
    const { audience } = this.choices;
    const state = { ...initialOf('spiral'), pathStep, language, theme };
    const whole = this.choices.linkTo(state, { reply, audience });
    const { embed, noAnswers } = audience;
    const short = { embed, noAnswers, hidden: [], locked: [] };
    return fitsLink(whole) ? whole : this.choices.linkTo(state, { reply, audience: short });
  }

  /** Sets one control. While it is dragged (`settled` false) the address changes without new history entries. */
  set(name: Name, value: number | boolean | string, settled: boolean): void {
    const { choices } = this;
    if (choices.isLocked(name)) return;
    const changed = choices.state[name] !== value;
    choices.kept = [];
    if (changed && name === 'data') {
      this.choose(value as DataId);
      return;
    }
    if (changed) {
      choices.state = { ...choices.state, [name]: value };
      if (isTraining(name)) choices.forget();
      choices.write(!this.dragging);
      this.trained.tune();
    }
    this.dragging = !settled;
    if (!isTraining(name)) return;
    if (!settled) this.shown.turn(false);
    this.beginSoon(settled);
  }

  /** Sets the viewing direction; like `set`. */
  turn(values: Partial<Pick<State, 'yaw' | 'pitch'>>, settled: boolean): void {
    const { choices } = this;
    const { locked } = choices.audience;
    this.shown.turn(settled);
    choices.state = { ...choices.state, ...permitted(choices.state, values, { hidden: [], locked }).values };
    choices.write(!this.dragging);
    this.dragging = !settled;
  }

  /** Sets several values with one history entry. */
  setAll(values: Partial<State>, arrival?: Arrival): void {
    this.choices.change(values);
    this.choices.forget();
    this.choices.write(true);
    this.begin(undefined, arrival);
  }

  /** Sets the number of epochs: the same training continues or ends earlier, bit for bit. The picked start stays shown. */
  endAt(epochs: number): void {
    const { choices } = this;
    const { picked, branch } = choices;
    const reached = this.trained.finished && isExtendable(choices.state) ? choices.state.epochs : undefined;
    choices.change({ epochs });
    choices.forget();
    choices.picked = picked;
    choices.branch = branch && branch.epoch < epochs ? branch : undefined;
    choices.write(true);
    this.begin(picked, { direct: true, from: reached !== undefined && reached < epochs ? reached : undefined });
  }

  /** Chooses other data and the settings that suit them. */
  choose(data: DataId): void {
    this.setAll(this.choices.presetOf(data));
  }

  /** Trains on the reader's own table. */
  useOwn(own: OwnData): void {
    const { choices } = this;
    const { waitsForTable } = choices;
    if (!waitsForTable) choices.sample = undefined;
    choices.own = own;
    this.shown.importing = false;
    this.loaded.dropMaterial();
    this.trained.startOver();
    // A link may have brought settings for this table.
    if (this.state.data !== 'own') this.setAll({ ...choices.presetOf('own'), ...this.automaticFor(own) });
    else {
      choices.fitToTable(waitsForTable);
      this.begin(choices.picked);
    }
    choices.write(false);
  }

  /**
   * Values of the package's lambda and restarts 'auto' for a table, as numbers: a link keeps them. A large table has fewer epochs, as each
   * has more steps.
   */
  private automaticFor({ data }: OwnData): Partial<State> {
    const { standardize, batchSize, epochs } = initialOf('own');
    const { min, max } = properties.lambda;
    const auto = this.loaded.trip.autoLambda(data, { standardize });
    const steps = Math.ceil((fitShare * (data.shape[0] as number)) / batchSize);
    return {
      lambda: Math.min(max, Math.max(min, Number(auto.toPrecision(2)))),
      restarts: autoRestarts,
      halving: true,
      epochs: Math.max(properties.epochs.min, Math.min(epochs, Math.floor(mostSteps / steps))),
    };
  }

  /** Shows the settings of a figure in the tool. */
  show(settings: Settings & Partial<State>, start: number | undefined): void {
    const { choices } = this;
    // Data that are shown already need no animation.
    const direct = settings.data === this.state.data;
    choices.change(settings);
    choices.forget();
    // When settings were kept, the start index would belong to another training.
    choices.picked = choices.kept.length > 0 ? undefined : start;
    choices.write(true);
    this.begin(choices.picked, { direct });
  }

  /** Opens the tool with data and settings for a goal of the lessons. */
  beginGoal = (data: DataId, settings: Partial<State>) => {
    this.choices.moves = [];
    const shown = { planeView: 'panels', goal: 'none', toolFolded: false } as const;
    this.setAll({ ...this.choices.presetOf(data), ...shown, ...settings });
  };
  /** Marks a goal as reached; the address keeps it without a history entry. */
  reach = (goalsReached: number) => {
    this.choices.state = { ...this.state, goalsReached };
    this.choices.write(false);
  };
  /** Link that opens the page with this exercise. */
  linkToExercise = () => this.choices.linkTo({ ...initialOf('spiral'), ...exercise });

  newData = () => this.setAll({ dataSeed: randomSeed() });
  newStart = () => this.setAll({ seed: randomSeed() });
  reset = () => {
    const { data, theme, language, explained, goalsReached } = this.state;
    this.setAll({ ...initialOf(data), theme, language, explained, goalsReached });
  };
  halveLearningRate = () => this.setAll({ learningRate: halved(this.state.learningRate) }, { direct: true });
  /** Uses one learning rate for the whole training. */
  useOneRate = () => this.setAll({}, { direct: true });
  goOn = () => this.endAt(this.state.epochs + this.choices.moreEpochs);

  /** Halves the learning rate from this epoch on; adds as many epochs as one press of the button when it was the last one. */
  halveFrom = (epoch: number) => {
    const { choices } = this;
    const { learningRate, epochs } = choices.state;
    const { picked, branch = { epoch, rate: learningRate } } = choices;
    const rate = epoch < branch.epoch ? branch.rate : learningRate;
    const longer = epoch < epochs ? {} : { epochs: epochs + choices.moreEpochs };
    const next = { learningRate: halved(rate), ...longer };
    choices.kept = permitted(choices.state, next, choices.audience).kept;
    if (choices.kept.length > 0) return;
    choices.state = { ...choices.state, ...next };
    choices.forget();
    choices.picked = picked;
    choices.branch = { epoch, rate: branch.rate };
    choices.write(true);
    this.begin(picked, { direct: true, from: epoch });
  };

  pick = (index: number) => {
    const picked = this.trained.pick(index);
    this.choices.picked = this.isOpened(picked) ? undefined : picked;
    this.choices.write(true);
  };
  tryAgain = () => {
    this.trained.startOver();
    this.begin(this.choices.picked);
  };

  private beginSoon(now: boolean): void {
    if (now) {
      this.begin(undefined, { direct: true });
    } else if (this.timer === undefined) {
      this.timer = setTimeout(() => this.beginInDrag(), dragPause);
    }
  }

  /** While a slider is dragged, each training is shown before the next one begins. */
  private beginInDrag(): void {
    this.timer = undefined;
    if (this.trained.held) this.beginSoon(false);
    else this.begin(undefined, { direct: true });
  }

  private begin(picked?: number, arrival?: Arrival): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.trained.begin(picked, arrival);
  }
}

const halved = (rate: number) => Math.max(properties.learningRate.min, Number((rate / 2).toPrecision(3)));
