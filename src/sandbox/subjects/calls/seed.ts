import { found } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { allRecordings, type Recording } from '../recordings/recording.js';
import { transcribe } from '../transcriptions.js';
import { begin } from './actions/run.js';
import { enter } from './answer.js';
import { allCalls, type Call } from './call.js';
import { hangUp } from './lifecycle.js';
import { type Start, startCall } from './start-call.js';

const FRONT_DESK = '+12065550100';
const SUPPORT = '+12065550101';
const SCRIPT = 'https://example.com/front-desk.json';

export function seedCalls(state: State, wait: (seconds: number) => void): void {
  const now = () => state.clock.now().toISOString();
  const call = (start: Partial<Start> & Pick<Start, 'from' | 'to'>, ringing = 1): Call => {
    const { id } = startCall(state, { direction: 'outbound-api', url: SCRIPT, ...start });
    wait(ringing);
    return found(allCalls(state).get(id));
  };
  const end = ({ id }: Call) => hangUp(state, found(allCalls(state).get(id)), now());
  const recorded = (to: Call, stereo: boolean, lasts: number): Recording => {
    const recording = { source: 'RecordVerb', stereo } as const;
    const { actions } = begin(state, to, 'record', { control_id: 'document', recording }, now());
    wait(lasts);
    end(to);
    return found(allRecordings(state).get(actions.at(-1)?.id ?? ''));
  };

  const question = call({ from: '+14255550170', to: FRONT_DESK, direction: 'inbound' });
  transcribe(state, recorded(question, false, 65), 'Hello, are you open on Saturday? Thank you, goodbye.');
  const complaint = call({ from: '+15035550118', to: SUPPORT, direction: 'inbound', source: 'laml' });
  transcribe(state, recorded(complaint, true, 40), 'The door does not close any more. Yes, since Monday.');

  call({ from: FRONT_DESK, to: '+15005550101' });
  call({ from: FRONT_DESK, to: '+15005550102', timeout: 15 }, 15);
  call({ from: FRONT_DESK, to: '+15005550103' });
  end(call({ from: FRONT_DESK, to: '+15005550104' }, 2));
  const machine = call({ from: SUPPORT, to: '+15005550105', source: 'laml', on_answer: { detection: true } }, 4);
  end(machine);

  const candidate = call({ from: SUPPORT, to: '+12135550126', source: 'laml' });
  enter(state, candidate, { name: 'Interview', type: 'cxml_conference' }, now());
  wait(20);
  end(candidate);

  const weekly = (to: string, muted: boolean) =>
    call({ from: FRONT_DESK, to, url: null, swml: joining({ name: 'Weekly', muted, record: 'record-from-start' }) });
  weekly('+13125550166', false);
  weekly('+14045550181', false);
  weekly('+16465550114', true);
  call({ from: FRONT_DESK, to: '+17025550139', url: null, swml: document({ ai: { prompt: { text: 'Be kind.' } } }) });
}

const document = (...main: unknown[]) => ({ version: '1.0.0', sections: { main } });
const joining = (join_conference: Record<string, unknown>) => document({ join_conference });
