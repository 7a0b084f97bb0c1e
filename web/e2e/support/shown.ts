// One address of each page, with a document of the demo where it shows one, in the status that the page is for.
import type { Person } from './api'
import type { Shown } from './settled'

const anything = /./

export async function pages(admin: Person): Promise<Shown[]> {
  const order = async (status: string) => (await admin.one('order', `status:eq:${status}`)).id
  const [pending, credit, waiting, loaded, completed] = [
    await order('BM Approval Pending'),
    await order('Credit Approval Pending'),
    await order('Waiting for Loading'),
    await order('Order Loaded'),
    await order('Order Completed'),
  ]
  const [customer, sku, employee, vehicle] = [
    await admin.one('customer', 'status:eq:Active'),
    await admin.one('sku'),
    await admin.one('employee'),
    await admin.one('vehicle'),
  ]
  const loading = await admin.one('loading', 'status:eq:Posted', `order:eq:${completed}`)
  const [invoice, inward] = [
    await admin.one('invoice', 'status:eq:Posted'),
    await admin.one('inward', 'status:eq:Approved'),
  ]
  return [
    { path: '/dashboard/default', head: 'Dashboard' },
    { path: '/profile', head: 'Profile' },
    { path: '/profile/edit', head: 'Edit profile' },
    { path: '/profile/settings', head: 'My settings' },
    { path: '/sessions', head: 'Sessions' },
    { path: '/notification', head: 'Notifications' },
    { path: '/desk/shop', head: 'Shop' },
    { path: '/desk/inbox', head: 'Inbox' },
    { path: '/desk/chat', head: 'Chat' },
    { path: '/desk/contacts?as=cards', head: 'Contacts' },
    { path: '/desk/proforma', head: 'Proforma invoices' },
    { path: '/desk/recent', head: 'Recent' },
    { path: '/desk/notifications', head: 'Notifications' },
    { path: '/audit', head: 'Audit' },
    { path: '/outbox', head: 'Mails' },
    { path: '/triggermaster', head: 'Triggers' },
    { path: '/timeconfigurator', head: 'Time rules' },
    { path: '/order', head: 'Orders' },
    { path: '/order/add', head: 'New order' },
    { path: '/order/addNew', head: anything },
    { path: `/order/view/${completed}`, head: /^ORD/ },
    { path: `/order/view/${completed}/history`, head: /^ORD/ },
    { path: `/order/bmApproval/${pending}`, head: anything },
    { path: `/order/creditApproval/${credit}`, head: anything },
    { path: `/order/changestatus/${waiting}`, head: 'Change status' },
    { path: `/order/delivery/${loaded}`, head: anything },
    { path: `/yard/yardview/${waiting}`, head: /^ORD/ },
    { path: '/order_loaded', head: anything },
    { path: '/order_loaded/add', head: anything },
    { path: '/order_loaded/addNew', head: anything },
    { path: `/order_loaded/view/${loading.id}`, head: anything },
    { path: `/order_loaded/delivery/${loading.id}`, head: anything },
    { path: '/invoice/CreateInvoice', head: anything },
    { path: '/invoice/add', head: 'New invoice' },
    { path: `/invoice/CreateEdit?id=${invoice.id}`, head: anything },
    { path: `/invoice/print/${invoice.id}`, head: anything },
    { path: '/stockinward', head: anything },
    { path: '/stockinward/add', head: anything },
    { path: `/stockinward/view/${inward.id}`, head: anything },
    { path: '/ViewStock', head: anything },
    { path: '/customer', head: 'Customers' },
    { path: `/customer/view/${customer.id}`, head: anything },
    { path: '/customer/add', head: 'New customer' },
    { path: `/Sku/edit/${sku.id}`, head: anything },
    { path: '/Sku/addnew', head: 'New SKU' },
    { path: `/Sku/viewnew/${sku.id}`, head: anything },
    { path: '/SkuMastersInfo', head: 'SKU cards' },
    { path: '/unsent', head: 'Unsent changes' },
    { path: '/formulamaster?new', head: 'New formula', over: true },
    { path: `/employee/view/${employee.id}`, head: anything },
    { path: '/vehiclemaster', head: 'Vehicles' },
    { path: `/vehiclemaster?id=${vehicle.id}`, head: /^[A-Z]{2}\d\d/, over: true },
    { path: '/vehiclemaster?new', head: 'New vehicle', over: true },
    { path: '/nowhere', head: 'Page not found' },
  ]
}
