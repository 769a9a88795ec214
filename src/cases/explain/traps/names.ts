import { readErrorBody } from '../../../client/index.js';
import { type Exchange, isDone, isObject } from '../exchange.js';
import type { Hit, Trap } from './trap.js';

const TAKEN = /\b(?:taken|already (?:exists?|in use|been used|used)|not unique|duplicate)\b/i;
const NAME = /(?:^|_)name$/;

/** The path of the collection: `/api/relay/rest/queues` of `/api/relay/rest/queues/{queue_id}`. */
const collectionOf = ({ call }: Exchange): string => (call?.row.path ?? '').replace(/\/\{[^}]+\}$/, '');

/** The resources in a response: the one that it is, or those in its list. */
function resourcesIn(answer: unknown): Readonly<Record<string, unknown>>[] {
  if (!isObject(answer)) return [];
  const lists = Object.values(answer).filter((one) => Array.isArray(one));
  return [answer, ...lists.flat()].filter(isObject);
}

const namesOf = (resource: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(resource).flatMap(([name, value]) => (NAME.test(name) && typeof value === 'string' ? [value] : []));

/** The resources of a case with the names that they have now. */
class Owners {
  readonly #owners = new Map<string, { id: string; at: Exchange }>();
  readonly #keys = new Map<string, string[]>();

  learn(at: Exchange): void {
    const collection = collectionOf(at);
    if (at.entry.request.method === 'DELETE') this.#forget(String(at.call?.args.at(-1)));
    for (const resource of resourcesIn(at.answer)) {
      const { id = resource.sid } = resource;
      if (typeof id !== 'string') continue;
      this.#forget(id);
      const keys = namesOf(resource).map((name) => `${collection} ${name}`);
      this.#keys.set(id, keys);
      for (const key of keys) this.#owners.set(key, { id, at });
    }
  }

  ownerOf(at: Exchange, name: string) {
    const owner = this.#owners.get(`${collectionOf(at)} ${name}`);
    return owner && !at.call?.args.includes(owner.id) ? owner : undefined;
  }

  #forget(id: string): void {
    for (const key of this.#keys.get(id) ?? []) if (this.#owners.get(key)?.id === id) this.#owners.delete(key);
  }
}

/** Two resources of a kind cannot have the same name. */
export const takenName: Trap = {
  name: 'taken-name',
  summary: 'The name belongs to another resource, which the recording shows.',
  examples: [
    `POST /api/relay/rest/queues {"name":"a"} -> 201 {"id":"Q1","friendly_name":"a"}
POST /api/relay/rest/queues {"name":"a"} -> 422 {"errors":[{"detail":"Friendly name has already been taken","status":"422","title":"Invalid Attribute","code":"422"}]}`,
  ],
  lookAlikes: [
    `POST /api/relay/rest/queues {"name":"a"} -> 201 {"id":"Q1","friendly_name":"a"}
DELETE /api/relay/rest/queues/Q1 -> 204
POST /api/relay/rest/queues {"name":"a"} -> 422 {"errors":[{"detail":"Friendly name has already been taken","status":"422","title":"Invalid Attribute","code":"422"}]}`,
    `POST /api/relay/rest/number_groups {"name":"a"} -> 200 {"id":"G1","name":"a"}
POST /api/relay/rest/queues {"name":"a"} -> 422 {"errors":[{"detail":"Friendly name has already been taken","status":"422","title":"Invalid Attribute","code":"422"}]}`,
    `POST /api/relay/rest/queues {"name":"a"} -> 201 {"id":"Q1","friendly_name":"a"}
POST /api/relay/rest/queues {"name":"a","max_size":-1} -> 422 {"errors":[{"detail":"Max size is invalid","status":"422","title":"Invalid Attribute","code":"422"}]}`,
  ],
  find: ({ exchanges }) => {
    const owners = new Owners();
    return exchanges.flatMap((at): Hit[] => {
      if (isDone(at)) owners.learn(at);
      const isTaken = [400, 409, 422].includes(at.status) && readErrorBody(at.answer).errors.some(isAboutName);
      if (!at.call || !isTaken) return [];
      for (const [field, value] of Object.entries(at.fields)) {
        const owner = NAME.test(field) && typeof value === 'string' ? owners.ownerOf(at, value) : undefined;
        if (owner)
          return [
            {
              at,
              field,
              level: 'certain',
              cause: `the name ${value} belongs to ${owner.id} (exchange ${owner.at.number})`,
              facts: ['Use another name, or rename or delete the other resource first.'],
            },
          ];
      }
      return [];
    });
  },
};

const isAboutName = ({ message }: { readonly message: string }): boolean => TAKEN.test(message);

/** A program looks for a resource, and creates it if there is none. */
export const createdLater: Trap = {
  name: 'created-later',
  summary: 'The resource did not exist yet: a later request created it.',
  examples: [
    `GET /api/video/rooms/standup -> 404 {"error":"Not Found"}
POST /api/video/rooms {"name":"standup"} -> 200 {"id":"R1","name":"standup"}`,
  ],
  lookAlikes: [
    `GET /api/video/rooms/standup -> 404 {"error":"Not Found"}
POST /api/video/rooms {"name":"retro"} -> 200 {"id":"R1","name":"retro"}`,
    `GET /api/video/rooms/standup -> 404 {"error":"Not Found"}
POST /api/relay/rest/queues {"name":"standup"} -> 201 {"id":"Q1","friendly_name":"standup"}`,
    `GET /api/video/rooms/standup -> 404 {"error":"Not Found"}
POST /api/video/rooms {"name":"standup"} -> 422 {"errors":[{"code":"x","message":"not allowed"}]}`,
    `POST /api/video/rooms {"name":"standup"} -> 200 {"id":"R1","name":"standup"}
GET /api/video/rooms/standup -> 404 {"error":"Not Found"}`,
  ],
  find: ({ exchanges }) => {
    const created = new Map<string, Exchange>();
    const hits: Hit[] = [];
    for (const at of exchanges.toReversed()) {
      const value = at.call?.args[at.call.row.args.length - 1];
      const by =
        at.status === 404 && typeof value === 'string' ? created.get(`${collectionOf(at)} ${value}`) : undefined;
      if (by)
        hits.push({
          at,
          field: at.call?.row.args.at(-1)?.name ?? '',
          level: 'certain',
          cause: `${value} did not exist yet: exchange ${by.number} created it`,
          facts: ['A program that looks for a resource, and creates it if there is none, gets this response.'],
        });
      if (at.entry.request.method !== 'POST' || !isDone(at) || !at.call) continue;
      const [resource] = resourcesIn(at.answer);
      const { id } = resource ?? {};
      for (const name of [...namesOf(resource ?? {}), ...namesOf(at.fields), ...(typeof id === 'string' ? [id] : [])])
        created.set(`${collectionOf(at)} ${name}`, at);
    }
    return hits.reverse();
  },
};
