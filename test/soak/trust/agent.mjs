// An agent for the soak of the audit log: answers at once, or writes one entry on its device.
const quick = async (task) => `quick ${task.taskId}`;

export default {
  id: 'keeper',
  devices: ['box'],
  profile: { name: 'keeper', description: 'writes on a device', version: '1.0.0', provider: 'ACME' },
  skills: {
    quick,
    guarded: quick,
    // A number above 99 is refused by the device.
    device: async (task, run) => {
      const [number] = /\d+$/.exec(task.taskId) ?? ['0'];
      const name = `${task.taskId}/${task.attempt}`;
      const entry = [{ name, number: Number(number) % 5 === 4 ? 200 : 1 }];
      const batch = [{ name: 'device', entry }];
      return run.devices.edit('box', { 'acme-ledger:ledger': { batch } }).catch((error) => {
        if (run.signal.aborted) throw error;
        return `refused: ${error.message}`;
      });
    },
  },
};
