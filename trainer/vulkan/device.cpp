#include "trainer/vulkan/device.h"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "engine/base/nearest.h"
#include "trainer/vulkan/handles.h"

namespace tabiya::gpu {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";
// What the kernels of this folder need; the rest is Vulkan 1.1 without any optional feature.
constexpr u32 kNeededInvocations = 256;
constexpr u32 kNeededSharedMemory = 16 * 1024;
constexpr u32 kNeededStorageBuffers = 8;
constexpr u32 kNeededBufferBytes = 1u << 27;

std::string versionText(u32 v) {
  return std::to_string(VK_API_VERSION_MAJOR(v)) + "." + std::to_string(VK_API_VERSION_MINOR(v)) + "." +
         std::to_string(VK_API_VERSION_PATCH(v));
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

VKAPI_ATTR VkBool32 VKAPI_CALL onMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data, void* messages) {
  static_cast<Messages*>(messages)->texts.insert(data->pMessage);
  return VK_FALSE;
}

bool has(const std::vector<vk::ExtensionProperties>& extensions, const char* name) {
  return std::any_of(extensions.begin(), extensions.end(),
                     [&](const auto& e) { return std::strcmp(e.extensionName, name) == 0; });
}

vk::raii::Instance makeInstance(const vk::raii::Context& context, bool debug) {
  if (context.enumerateInstanceVersion() < VK_API_VERSION_1_1)
    throw DeviceError("the Vulkan loader here is " + versionText(context.enumerateInstanceVersion()) +
                      ", expected 1.1 or later");
  const auto extensions = context.enumerateInstanceExtensionProperties();
  std::vector<const char*> wanted, layers;
  vk::InstanceCreateInfo info;
  if (has(extensions, VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME)) {
    wanted.push_back(VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME);
    info.flags |= vk::InstanceCreateFlagBits::eEnumeratePortabilityKHR;
  }
  const vk::ApplicationInfo application("tabiya", 1, "tabiya", 1, VK_API_VERSION_1_1);
  const std::array enabled{vk::ValidationFeatureEnableEXT::eSynchronizationValidation};
  const vk::ValidationFeaturesEXT features(enabled);
  if (debug) {
    wanted.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    layers.push_back(kValidationLayer);
    info.pNext = &features;
  }
  info.setPApplicationInfo(&application).setPEnabledExtensionNames(wanted).setPEnabledLayerNames(layers);
  try {
    return vk::raii::Instance(context, info);
  } catch (const vk::LayerNotPresentError&) {
    throw DeviceError(std::string("debugging a device needs the layer ") + kValidationLayer +
                      " (Debian: vulkan-validationlayers)");
  } catch (const vk::IncompatibleDriverError&) {
    throw DeviceError("the Vulkan loader found no driver (Debian: mesa-vulkan-drivers, or the vendor's)");
  } catch (const vk::SystemError& error) {
    throw DeviceError(std::string("Vulkan does not start: ") + error.what());
  }
}

std::string kindText(vk::PhysicalDeviceType type) {
  switch (type) {
    case vk::PhysicalDeviceType::eDiscreteGpu:
      return "discrete GPU";
    case vk::PhysicalDeviceType::eIntegratedGpu:
      return "integrated GPU";
    case vk::PhysicalDeviceType::eVirtualGpu:
      return "virtual GPU";
    case vk::PhysicalDeviceType::eCpu:
      return "software, on the CPU";
    default:
      return "device";
  }
}

// The better kind of device first; equal kinds in the loader's order.
int rank(const DeviceInfo& info) {
  const std::array kinds{"discrete GPU", "integrated GPU", "virtual GPU", "device"};
  return static_cast<int>(std::find(kinds.begin(), kinds.end(), info.kind) - kinds.begin());
}

std::optional<u32> computeQueue(const vk::raii::PhysicalDevice& device) {
  const auto families = device.getQueueFamilyProperties();
  for (u32 i = 0; i < families.size(); ++i)
    if (families[i].queueFlags & vk::QueueFlagBits::eCompute) return i;
  return std::nullopt;
}

std::string whyUnusable(const vk::PhysicalDeviceProperties& p, const std::optional<u32>& queue) {
  const auto tooSmall = [](const char* what, u32 found, u32 needed) {
    return std::string(what) + " is " + std::to_string(found) + ", expected at least " + std::to_string(needed);
  };
  const vk::PhysicalDeviceLimits& limits = p.limits;
  const u32 invocations = std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  if (p.apiVersion < VK_API_VERSION_1_1)
    return "its Vulkan is " + versionText(p.apiVersion) + ", expected 1.1 or later";
  if (!queue) return "it has no compute queue";
  if (invocations < kNeededInvocations) return tooSmall("its largest workgroup", invocations, kNeededInvocations);
  if (limits.maxComputeSharedMemorySize < kNeededSharedMemory)
    return tooSmall("its shared memory", limits.maxComputeSharedMemorySize, kNeededSharedMemory);
  if (limits.maxPerStageDescriptorStorageBuffers < kNeededStorageBuffers)
    return tooSmall("its number of storage buffers", limits.maxPerStageDescriptorStorageBuffers, kNeededStorageBuffers);
  if (limits.maxStorageBufferRange < kNeededBufferBytes)
    return tooSmall("its largest storage buffer", limits.maxStorageBufferRange, kNeededBufferBytes);
  return "";
}

DeviceInfo describe(const vk::raii::PhysicalDevice& device, int index) {
  const auto chain = device.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceMaintenance3Properties>();
  const vk::PhysicalDeviceProperties p = chain.get<vk::PhysicalDeviceProperties2>().properties;
  const std::optional<u32> queue = computeQueue(device);
  DeviceInfo info;
  info.index = index;
  info.name = p.deviceName.data();
  info.api = versionText(p.apiVersion);
  info.driver = versionText(p.driverVersion);
  const auto extensions = device.enumerateDeviceExtensionProperties();
  if (has(extensions, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME) || p.apiVersion >= VK_API_VERSION_1_2) {
    const auto driver = device.getProperties2<vk::PhysicalDeviceProperties2, vk::PhysicalDeviceDriverProperties>()
                            .get<vk::PhysicalDeviceDriverProperties>();
    info.driver = std::string(driver.driverName.data()) + " (" + driver.driverInfo.data() + ")";
  }
  info.kind = kindText(p.deviceType);
  info.software = p.deviceType == vk::PhysicalDeviceType::eCpu;
  const auto memory = device.getMemoryProperties();
  for (u32 i = 0; i < memory.memoryHeapCount; ++i)
    if (memory.memoryHeaps[i].flags & vk::MemoryHeapFlagBits::eDeviceLocal)
      info.memory = std::max<u64>(info.memory, memory.memoryHeaps[i].size);
  info.largestBuffer = std::min<u64>(p.limits.maxStorageBufferRange,
                                     chain.get<vk::PhysicalDeviceMaintenance3Properties>().maxMemoryAllocationSize);
  info.invocations = std::min(p.limits.maxComputeWorkGroupInvocations, p.limits.maxComputeWorkGroupSize[0]);
  info.sharedMemory = p.limits.maxComputeSharedMemorySize;
  info.timestamps = queue && device.getQueueFamilyProperties()[*queue].timestampValidBits > 0;
  info.unusable = whyUnusable(p, queue);
  return info;
}

vk::raii::Context openLoader() {
  try {
    return vk::raii::Context();
  } catch (const std::exception&) {
    throw DeviceError("there is no Vulkan loader, libvulkan.so.1 (Debian: libvulkan1, and mesa-vulkan-drivers)");
  }
}

std::vector<vk::raii::PhysicalDevice> devicesOf(const vk::raii::Instance& instance) {
  std::vector<vk::raii::PhysicalDevice> devices;
  try {
    for (auto& device : vk::raii::PhysicalDevices(instance)) devices.push_back(std::move(device));
  } catch (const vk::SystemError&) {  // a driver that does not start
  }
  if (devices.empty())
    throw DeviceError("the Vulkan loader found no device (Debian: mesa-vulkan-drivers, or the vendor's driver)");
  return devices;
}

std::string namesOf(const std::vector<DeviceInfo>& infos) {
  std::string names;
  for (const DeviceInfo& info : infos)
    names += (names.empty() ? "" : ", ") + std::to_string(info.index) + " (" + info.name + ")";
  return names;
}

Result<int> choose(const std::vector<DeviceInfo>& infos, const std::string& which) {
  const bool number =
      !which.empty() && std::all_of(which.begin(), which.end(), [](unsigned char c) { return std::isdigit(c); });
  const DeviceInfo* best = nullptr;
  for (const DeviceInfo& info : infos) {
    const bool named =
        number ? which == std::to_string(info.index) : lower(info.name).find(lower(which)) != std::string::npos;
    if (which.empty() ? !info.unusable.empty() : !named) continue;
    if (!best || rank(info) < rank(*best)) best = &info;
  }
  if (best && best->unusable.empty()) return best->index;
  if (best)
    return Error{"device " + std::to_string(best->index) + " (" + best->name + ") cannot train: " + best->unusable};
  if (which.empty()) return Error{"no device can train: " + infos.front().name + ": " + infos.front().unusable};
  return Error{"there is no device " + which + "; there are " + namesOf(infos)};
}

void makeDevice(Device::Impl& d) {
  d.queueFamily = *computeQueue(d.physical);
  const float priority = 1;
  const vk::DeviceQueueCreateInfo queue({}, d.queueFamily, 1, &priority);
  std::vector<const char*> extensions;
  // A device on top of another API says so, and must be told that one knows.
  if (has(d.physical.enumerateDeviceExtensionProperties(), "VK_KHR_portability_subset"))
    extensions.push_back("VK_KHR_portability_subset");
  vk::DeviceCreateInfo info;
  info.setQueueCreateInfos(queue).setPEnabledExtensionNames(extensions);
  d.device = translated(d.info.name, "being opened", [&] { return vk::raii::Device(d.physical, info); });
  d.queue = vk::raii::Queue(d.device, d.queueFamily, 0);
  d.memory = d.physical.getMemoryProperties();
  const u32 bits = d.physical.getQueueFamilyProperties()[d.queueFamily].timestampValidBits;
  if (bits == 0) return;
  d.timestampSeconds = static_cast<double>(d.physical.getProperties().limits.timestampPeriod) * 1e-9;
  d.timestampMask = bits >= 64 ? ~u64{0} : (u64{1} << bits) - 1;
}

}  // namespace

Result<std::vector<DeviceInfo>> listDevices() {
  try {
    const vk::raii::Context context = openLoader();
    const vk::raii::Instance instance = makeInstance(context, false);
    std::vector<DeviceInfo> infos;
    for (const auto& device : devicesOf(instance)) infos.push_back(describe(device, static_cast<int>(infos.size())));
    return infos;
  } catch (const DeviceError& error) {
    return Error{error.what()};
  }
}

Result<Device> Device::open(const DeviceOptions& options) {
  try {
    openLoader();
    auto impl = std::make_unique<Impl>();
    impl->instance = makeInstance(impl->context, options.debug);
    if (options.debug) {
      using Severity = vk::DebugUtilsMessageSeverityFlagBitsEXT;
      using Type = vk::DebugUtilsMessageTypeFlagBitsEXT;
      impl->messenger =
          vk::raii::DebugUtilsMessengerEXT(impl->instance, {{},
                                                            Severity::eWarning | Severity::eError,
                                                            Type::eGeneral | Type::eValidation | Type::ePerformance,
                                                            &onMessage,
                                                            impl->messages.get()});
    }
    auto devices = devicesOf(impl->instance);
    std::vector<DeviceInfo> infos;
    for (const auto& device : devices) infos.push_back(describe(device, static_cast<int>(infos.size())));
    const Result<int> chosen = choose(infos, options.which);
    if (!chosen) return Error{chosen.error()};
    impl->info = infos[static_cast<std::size_t>(*chosen)];
    impl->physical = std::move(devices[static_cast<std::size_t>(*chosen)]);
    makeDevice(*impl);
    return Device(std::move(impl));
  } catch (const DeviceError& error) {
    return Error{error.what()};
  }
}

Device::Device(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Device::Device(Device&&) noexcept = default;
Device& Device::operator=(Device&&) noexcept = default;
Device::~Device() = default;

const DeviceInfo& Device::info() const {
  return impl_->info;
}

std::vector<std::string> Device::messages() const {
  return {impl_->messages->texts.begin(), impl_->messages->texts.end()};
}

}  // namespace tabiya::gpu
