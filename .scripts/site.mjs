// A server's HTTP API as people use it who sign in at a data directory that is being made, and values that it takes.
import { randomUUID } from 'node:crypto';
import { Failure } from './lib.mjs';

/** What everybody signs in with. */
const PASSWORD = 'crash-and-carry-on-7';

/** A GSTIN of a PAN in a state. */
export function gstin(state, pan) {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const body = `${state}${pan}1Z`;
  const worth = [...body].map((c, at) => digits.indexOf(c) * (1 + (at % 2)));
  const sum = worth.reduce((all, one) => all + Math.floor(one / 36) + (one % 36), 0);
  return body + digits[(36 - (sum % 36)) % 36];
}

/** A day so many days from today, in India. */
export function day(days) {
  return new Date(Date.now() + days * 86_400_000 + 330 * 60_000).toISOString().slice(0, 10);
}

export class Site {
  tokens = {};

  constructor(address) {
    this.address = address;
  }

  async call(who, method, path, body, type = 'application/json') {
    const answer = await fetch(this.address + path, {
      method,
      headers: { 'content-type': type, ...(this.tokens[who] && { authorization: `Bearer ${this.tokens[who]}` }) },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Failure(`${who} ${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  /** Signs in; a first password is replaced. */
  async signIn(who, first) {
    const form = (password) => new URLSearchParams({ emailId: who, password }).toString();
    const enter = async (password) => {
      const told = await this.call(
        '',
        'POST',
        '/api/login/signIn',
        form(password),
        'application/x-www-form-urlencoded',
      );
      if (!told.accesstoken) throw new Failure(`${who} cannot sign in: ${JSON.stringify(told)}`);
      this.tokens[who] = told.accesstoken;
    };
    if (first) {
      await enter(first);
      await this.call(who, 'POST', '/api/session/password', { old: first, new: PASSWORD });
    }
    await enter(PASSWORD);
  }

  async make(who, type, record) {
    const made = await this.call(who, 'POST', `/api/docs/${type}`, { command_id: randomUUID(), record });
    return made.id;
  }

  get(who, type, id) {
    return this.call(who, 'GET', `/api/docs/${type}/${id}`);
  }

  async step(who, type, id, action, inputs = {}) {
    const { version } = await this.get(who, type, id);
    return this.call(who, 'POST', `/api/docs/${type}/${id}/${action}`, { command_id: randomUUID(), version, inputs });
  }

  async edit(who, type, id, fields) {
    const { version, record } = await this.get(who, type, id);
    const body = { command_id: randomUUID(), version, record: { ...record, ...fields } };
    return this.call(who, 'PUT', `/api/docs/${type}/${id}`, body);
  }

  /** The id of the only row that these words find. */
  async find(type, q, fits = () => true) {
    const { rows } = await this.call('ADMIN', 'GET', `/api/docs/${type}?limit=500&q=${encodeURIComponent(q)}`);
    const found = rows.filter(fits);
    if (found.length !== 1) throw new Failure(`${found.length} of ${type} ${q}`);
    return found[0].id;
  }
}
